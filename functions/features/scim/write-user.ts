import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { invalidSyntax, invalidValue } from '../../../domain/scim/error.ts';
import { applyPatch, patchUrn, readOperations } from '../../../domain/scim/patch.ts';
import { type DirectoryPerson, readPerson } from '../../../domain/scim/person.ts';
import { userUrn } from '../../../domain/scim/schemas.ts';
import { checkSchemas, readResource, type ScimObject, sameValue } from '../../../domain/scim/values.ts';
import { planWrite } from '../../../domain/scim/write.ts';
import { lockWithGroups } from '../../request/lock-people.ts';
import { getPhones } from './create-user.ts';
import { getCustom, notAdopted, orUnique, othersIdentifier, taken } from './custom.ts';
import { unknown, userAnswer, uuid } from './find-users.ts';
import { otherVersion, refuseOtherVersion, type ScimAnswer, type ScimCall, type ScimContext } from './request.ts';
import { projectionFrom } from './search.ts';
import { readUserRow, toResource, type UserRow, unsaidActive, userVersion } from './user-rows.ts';
import { type UserWrite, writeUserRow } from './write-user.sql.ts';

const maxAttempts = 3;

/** PUT: omitted attributes are cleared, read-only ones stay. An omitted `active` stays too: an omission re-enables no one. */
export function replaceUser(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  const body = call.body;
  if (!body) throw invalidSyntax('The body is a resource.');
  checkSchemas(body, userUrn);
  const resource = readResource(scim.shape, body);
  return writeUser(scim, call, id, (before) => ({ ...(before.active !== undefined && { active: before.active }), ...resource }));
}

export function patchUser(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  const body = call.body;
  if (!body) throw invalidSyntax('The body has "Operations".');
  checkSchemas(body, patchUrn);
  const operations = readOperations(body);
  return writeUser(scim, call, id, (before) => applyPatch(scim.shape, before, operations));
}

/** The user that a resource describes for a row; without `active`, the status stays. */
function getPerson(resource: ScimObject, row: UserRow): DirectoryPerson {
  const person = readPerson(resource, row.id);
  if (resource.active !== undefined) return person;
  return { ...person, active: row.status !== 'D', rest: { ...person.rest, [unsaidActive]: true } };
}

async function writeUser(scim: ScimContext, call: ScimCall, id: string, change: (before: ScimObject) => ScimObject): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const projection = projectionFrom(call.query);
  for (let attempt = 1; ; attempt++) {
    const [found] = await scim.ctx.database.withScim(scim.directory, (db) => [readUserRow(db, id, true)]);
    const [row] = found.rows;
    if (!row) throw unknown(id);
    refuseOtherVersion(call, userVersion(row));
    const before = toResource(row, scim);
    const next = change(before);
    if (typeof next.userName !== 'string' || next.userName.trim() === '') throw invalidValue('"userName" is required.');
    if (row.managed && sameValue(before, next)) return userAnswer(scim, row, projection);
    const written = await updateUser(scim, call.method, row, { before: getPerson(before, row), after: getPerson(next, row) });
    if (written) return userAnswer(scim, written, projection);
    // Another writer was faster: the change is applied to the new state.
    if (call.ifMatch !== null || attempt === maxAttempts) throw otherVersion();
  }
}

type Change = { before: DirectoryPerson; after: DirectoryPerson };

/** Writes the directory's changes and reads the result in the same trip; null when the version had changed by then. */
async function updateUser(scim: ScimContext, method: string, row: UserRow, { before, after }: Change): Promise<UserRow | null> {
  const { database } = scim.ctx;
  const phones = getPhones(after, scim);
  const plan = planWrite({ before, after, phones }, row.status);
  const write: UserWrite = { method, row, person: after, phones, custom: getCustom(scim, after, row.custom), plan };
  const written = (db: Db) => [writeUserRow(db, scim, write), readUserRow(db, row.id, true)] as const;
  const [result, read] = await orUnique(
    plan.status
      ? database
          .withScim(scim.directory, (db) => [...lockWithGroups(db, sql`${row.id}::uuid`), ...written(db)])
          .then(([, , ...rest]) => rest)
      : database.withScim(scim.directory, written),
  );
  const [outcome] = result.rows;
  if (outcome?.adopts === false) throw notAdopted();
  if (outcome?.identifies === false) throw othersIdentifier();
  if (outcome?.taken) throw taken(`The userName "${after.userName}" is taken.`);
  return outcome?.written === 1 ? (read.rows[0] ?? null) : null;
}
