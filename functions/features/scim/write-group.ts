import { sql } from 'drizzle-orm';
import { invalidSyntax, invalidValue } from '../../../domain/scim/error.ts';
import { type GroupChange, groupChangeOf, groupName, wholeGroup } from '../../../domain/scim/group.ts';
import { patchUrn, readOperations } from '../../../domain/scim/patch.ts';
import { isWanted } from '../../../domain/scim/project.ts';
import { groupShape, groupUrn } from '../../../domain/scim/schemas.ts';
import { checkSchemas, readResource } from '../../../domain/scim/values.ts';
import { idsIn } from '../../request/id-rows.ts';
import { lockMoves } from '../../request/lock-people.ts';
import { newId } from '../../services/ids.ts';
import { orUnique, taken } from './custom.ts';
import { groupAnswer } from './find-groups.ts';
import { unknown, uuid } from './find-users.ts';
import { groupVersion, ownIdOfGroup, readGroupRow } from './group-rows.ts';
import { otherVersion, type ScimAnswer, type ScimCall, type ScimContext } from './request.ts';
import { namesAttributes, projectionFrom } from './search.ts';
import { changeGroupRow, createGroupRow, freeName, removeGroupRow } from './write-group.sql.ts';

const bodyOf = (call: ScimCall, urn: string) => {
  if (!call.body) throw invalidSyntax('The request has a body.');
  checkSchemas(call.body, urn);
  return call.body;
};
const nameTaken = (name: string) => taken(`A group "${name}" exists: find it by its displayName and change it.`);
const strangers = (ids: readonly string[]) =>
  invalidValue(`A member is not a person of this tenant: ${ids.map((id) => `"${id}"`).join(', ')}.`);

export async function createGroup(scim: ScimContext, call: ScimCall): Promise<ScimAnswer> {
  const projection = projectionFrom(call.query);
  const { displayName, externalId = null, add: members } = wholeGroup(readResource(groupShape, bodyOf(call, groupUrn)));
  const { key } = groupName(displayName);
  const id = newId(scim.ctx.clock.now());
  const [, result, read] = await orUnique(
    scim.ctx.database.withScim(scim.directory, (db) => [
      freeName(db, key),
      createGroupRow(db, scim, { id, displayName, key, externalId, members }),
      readGroupRow(db, id, isWanted('members', projection, groupShape)),
    ]),
  );
  const [outcome] = result.rows;
  if (outcome?.taken) throw nameTaken(displayName);
  const [row] = read.rows;
  if (outcome?.written !== 1 || !row) throw strangers(outcome?.strangers ?? []);
  return groupAnswer(scim, row, projection, 201);
}

export const replaceGroup = (scim: ScimContext, call: ScimCall, id: string) =>
  changeGroup(scim, call, id, wholeGroup(readResource(groupShape, bodyOf(call, groupUrn))));

export const patchGroup = (scim: ScimContext, call: ScimCall, id: string) =>
  changeGroup(scim, call, id, groupChangeOf(readOperations(bodyOf(call, patchUrn))), namesAttributes(call.query));

/**
 * One guarded statement, whatever the number of members. A PATCH returns no content unless attributes are requested (RFC 7644, 3.5.2): a
 * thousand members would be 180 kB.
 */
async function changeGroup(scim: ScimContext, call: ScimCall, id: string, change: GroupChange, tells = true): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const projection = projectionFrom(call.query);
  const named = change.displayName === undefined ? null : groupName(change.displayName);
  const [name, key] = [named?.displayName ?? null, named?.key ?? null];
  const [, , , result, read] = await orUnique(
    scim.ctx.database.withScim(scim.directory, (db) => [
      ...lockMoves(db, ownIdOfGroup(id), idsIn([...change.add, ...change.remove])),
      freeName(db, key),
      changeGroupRow(db, scim, call, { id, change, name, key }),
      readGroupRow(db, id, tells && isWanted('members', projection, groupShape)),
    ]),
  );
  const [outcome] = result.rows;
  if (!outcome) throw unknown(id);
  if (!outcome.same) throw otherVersion();
  if (outcome.taken) throw nameTaken(name ?? '');
  if (outcome.known !== change.add.size) throw strangers(outcome.strangers);
  const [row] = read.rows;
  if (!row) throw unknown(id);
  return tells ? groupAnswer(scim, row, projection) : { status: 204, headers: { etag: groupVersion(row) } };
}

/** DELETE: a group that the directory created is deleted and can be restored. */
export async function removeGroup(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const [, , result] = await scim.ctx.database.withScim(scim.directory, (db) => [
    ...lockMoves(db, ownIdOfGroup(id), sql`null::uuid`),
    removeGroupRow(db, scim, call, id),
  ]);
  const [outcome] = result.rows;
  if (!outcome?.there) throw unknown(id);
  if (outcome.removed !== 1) throw otherVersion();
  return { status: 204 };
}
