import { eq, sql } from 'drizzle-orm';
import { auditedAct } from '../../../db/audited.ts';
import { type Db, lastOf } from '../../../db/client.ts';
import { scimGroups } from '../../../db/schema/scim.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidSyntax } from '../../../domain/scim/error.ts';
import { type GroupChange, getGroupChange, groupName, wholeGroup } from '../../../domain/scim/group.ts';
import { type FoundGroup, nameInPortal, planGroupChange, refuseNewGroup } from '../../../domain/scim/group-rule.ts';
import { patchUrn, readOperations } from '../../../domain/scim/patch.ts';
import { isWanted } from '../../../domain/scim/project.ts';
import { groupShape, groupUrn } from '../../../domain/scim/schemas.ts';
import { checkSchemas, readResource } from '../../../domain/scim/values.ts';
import { idsIn } from '../../request/id-rows.ts';
import { lockMoves } from '../../request/lock-people.ts';
import { newId } from '../../services/ids.ts';
import { orUnique } from './custom.ts';
import { groupAnswer } from './find-groups.ts';
import { unknown, uuid } from './find-users.ts';
import { type GroupRow, groupVersion, readGroupRow } from './group-rows.ts';
import { otherVersion, refuseOtherVersion, type ScimAnswer, type ScimCall, type ScimContext } from './request.ts';
import { namesAttributes, projectionFrom } from './search.ts';
import {
  fillGroup,
  freeName,
  holdGroup,
  holdMembers,
  logGone,
  logWritten,
  moveMembers,
  readHolders,
  readMembersFound,
  readStoredGroup,
  takeMembers,
} from './write-group.sql.ts';

const maxAttempts = 3;

const getBody = (call: ScimCall, urn: string) => {
  if (!call.body) throw invalidSyntax('The request has a body.');
  checkSchemas(call.body, urn);
  return call.body;
};

/** Decides and writes; after a lost race again, with the new state. */
async function untilWritten<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await orUnique(attempt());
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'changed_meanwhile') throw error;
      if (attempts === maxAttempts) throw otherVersion();
    }
  }
}

type Facts = readonly [{ id: string }[], { rows: Omit<FoundGroup, 'holders'>[] }];
const readFacts = (db: Db, key: string | null, members: ReadonlySet<string>) =>
  [readHolders(db, key), readMembersFound(db, members)] as const;
const foundIn = ([holders, { rows }]: Facts): FoundGroup => ({
  holders: holders.map(({ id }) => id),
  ...(rows[0] ?? { known: 0, gone: [], strangers: [] }),
});

export async function createGroup(scim: ScimContext, call: ScimCall): Promise<ScimAnswer> {
  const projection = projectionFrom(call.query);
  const { displayName, externalId = null, add: members } = wholeGroup(readResource(groupShape, getBody(call, groupUrn)));
  const { key } = groupName(displayName);
  const { ctx, directory } = scim;
  const id = newId(ctx.clock.now());
  const name = nameInPortal(displayName);
  return untilWritten(async () => {
    const found = foundIn(await ctx.database.withScim(directory, (db) => readFacts(db, key, members)));
    refuseNewGroup({ displayName, key }, members.size, found);
    const results = await ctx.database.withScim(directory, (db) => [
      holdMembers(db, members, found.known - found.gone.length),
      freeName(db, key),
      db.insert(userGroups).values({ id, name, sortKey: key }),
      db.insert(scimGroups).values({ id, userGroupId: id, displayName, displayKey: key, externalId }),
      fillGroup(db, scim, { id, name }, members),
      ...(found.gone.length > 0 ? [logGone(db, scim, { method: 'POST', id, name }, found.gone)] : []),
      logWritten(db, scim, { method: 'POST', id, name }, 201),
      readGroupRow(db, id, isWanted('members', projection, groupShape)),
    ]);
    return groupAnswer(scim, getRow(lastOf(results), id), projection, 201);
  });
}

function getRow({ rows }: { rows: GroupRow[] }, id: string): GroupRow {
  const [row] = rows;
  if (!row) throw unknown(id);
  return row;
}

export const replaceGroup = (scim: ScimContext, call: ScimCall, id: string) =>
  changeGroup(scim, call, id, wholeGroup(readResource(groupShape, getBody(call, groupUrn))));

export const patchGroup = (scim: ScimContext, call: ScimCall, id: string) =>
  changeGroup(scim, call, id, getGroupChange(readOperations(getBody(call, patchUrn))), namesAttributes(call.query));

/** Directories also send versions without quotation marks. */
const unquoted = (header: string | null) => header?.replaceAll('"', '') ?? null;
const refuseVersion = ({ ifMatch, ifNoneMatch, ...call }: ScimCall, version: string) =>
  refuseOtherVersion({ ...call, ifMatch: unquoted(ifMatch), ifNoneMatch: unquoted(ifNoneMatch) }, version);
const namesVersion = ({ ifMatch, ifNoneMatch }: ScimCall) => ifMatch !== null || ifNoneMatch !== null;

/**
 * Whatever the number of members. A PATCH returns no content unless attributes are requested (RFC 7644, 3.5.2): a thousand members would be
 * 180 kB.
 */
async function changeGroup(scim: ScimContext, call: ScimCall, id: string, change: GroupChange, tells = true): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const projection = projectionFrom(call.query);
  const named = change.displayName === undefined ? null : groupName(change.displayName);
  const key = named?.key ?? null;
  const { ctx, directory } = scim;
  return untilWritten(async () => {
    const [{ rows }, ...facts] = await ctx.database.withScim(directory, (db) => [
      readStoredGroup(db, id),
      ...readFacts(db, key, change.add),
    ]);
    const [stored] = rows;
    if (!stored) throw unknown(id);
    refuseVersion(call, stored.version);
    const found = foundIn(facts);
    const { displayName, displayKey, externalId, name, sortKey, edited, change: record } = planGroupChange(named, change, stored, found);
    const written = { method: call.method, id: stored.id, name: displayName };
    const mapped = { displayName, displayKey, externalId };

    const results = await ctx.database.withScim(directory, (db) => [
      ...lockMoves(db, sql`${stored.id}::uuid`, idsIn([...change.add, ...change.remove])),
      holdGroup(db, stored, namesVersion(call)),
      holdMembers(db, change.add, found.known - found.gone.length),
      freeName(db, key),
      db
        .insert(scimGroups)
        .values({ id: stored.directoryId, userGroupId: stored.id, ...mapped })
        .onConflictDoUpdate({
          target: [scimGroups.tenantId, scimGroups.userGroupId],
          set: { ...mapped, version: sql`${scimGroups.version} + 1` },
        }),
      ...(edited
        ? [
            db
              .update(userGroups)
              .set({ name, sortKey: sortKey ?? undefined, version: sql`${userGroups.version} + 1` })
              .where(eq(userGroups.id, stored.id)),
          ]
        : []),
      ...(record ? [auditedAct(db, ctx, 'user_group.edit', stored.id, { ...record, scim: true })] : []),
      moveMembers(db, scim, { ...written, ownName: name, edited }, change),
      ...(found.gone.length > 0 ? [logGone(db, scim, written, found.gone)] : []),
      readGroupRow(db, id, tells && isWanted('members', projection, groupShape)),
    ]);
    const row = getRow(lastOf(results), id);
    return tells ? groupAnswer(scim, row, projection) : { status: 204, headers: { etag: groupVersion(row) } };
  });
}

/** DELETE: a group that the directory created is deleted and can be restored; one that existed before only loses the directory's users. */
export async function removeGroup(scim: ScimContext, call: ScimCall, id: string): Promise<ScimAnswer> {
  if (!uuid.test(id)) throw unknown(id);
  const { ctx, directory } = scim;
  return untilWritten(async () => {
    const [{ rows }] = await ctx.database.withScim(directory, (db) => [readStoredGroup(db, id)]);
    const [stored] = rows;
    if (!stored) throw unknown(id);
    refuseVersion(call, stored.version);
    const { linked, displayName } = stored;
    await ctx.database.withScim(directory, (db) => [
      ...lockMoves(db, sql`${stored.id}::uuid`, sql`null::uuid`),
      holdGroup(db, stored, namesVersion(call)),
      ...(linked
        ? [takeMembers(db, scim, stored), db.delete(scimGroups).where(eq(scimGroups.userGroupId, stored.id))]
        : [
            db
              .update(userGroups)
              .set({ deletedAt: sql`app.now()`, version: sql`${userGroups.version} + 1` })
              .where(eq(userGroups.id, stored.id)),
          ]),
      auditedAct(db, ctx, linked ? 'user_group.edit' : 'user_group.delete', stored.id, { name: displayName, scim: true }),
      logWritten(db, scim, { method: 'DELETE', id: stored.id, name: displayName }, 204),
    ]);
    return { status: 204 };
  });
}
