import { NeonDbError } from '@neondatabase/serverless';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { countRows, lockVersion, mustHold } from '../../../../db/assertions.ts';
import { audited, auditedAct } from '../../../../db/audited.ts';
import type { Db } from '../../../../db/client.ts';
import { scimGroups } from '../../../../db/schema/scim.ts';
import { userGroups } from '../../../../db/schema/user-groups.ts';
import { AppError } from '../../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../../domain/errors/refusal.ts';
import { mapScimGroup } from '../../../../domain/scim/contract.ts';
import { decideMap } from '../../../../domain/scim/map.ts';
import { bind } from '../../../request/bind.ts';
import { getEntry, type SessionContext } from '../../../request/context.ts';
import { assertDelegated, isDelegated, readDelegated } from '../../../request/delegation.ts';
import { lockGroups, lockUsers } from '../../../request/lock-people.ts';
import { refuseGiving } from '../../../request/refuse-giving.ts';
import { moveMembers } from './settings.sql.ts';

const living = (target: string | null) => (target === null ? sql`false` : and(eq(userGroups.id, target), isNull(userGroups.deletedAt)));
const readMapping = (db: Db, id: string) =>
  db
    .select({
      version: scimGroups.version,
      name: scimGroups.displayName,
      groupId: userGroups.id,
      groupName: userGroups.name,
      profile: sql<'admin' | null>`${scimGroups.profile}`,
      linked: scimGroups.linked,
    })
    .from(scimGroups)
    .innerJoin(userGroups, and(eq(userGroups.tenantId, scimGroups.tenantId), eq(userGroups.id, scimGroups.userGroupId)))
    .where(and(eq(scimGroups.id, id), isNull(userGroups.deletedAt)));

/** Locks the users who may gain or lose a profile by it, then both groups, as every write that moves members does. */
function lockConcerned(db: Db, id: string, target: string | null) {
  const groups = sql`select s.user_group_id from scim_groups s where s.id = ${id}::uuid union select ${target}::uuid`;
  const members = sql`select m.user_id from user_group_members m where m.user_group_id in (${groups})`;
  return [lockUsers(db, sql`select p.id from users p where p.raised or p.id in (${members})`), lockGroups(db, groups)];
}

/**
 * Maps a directory's group to another one: its members join that group, and the group that the directory had created is deleted. A profile
 * applies to all members at once; the database keeps the last administrator.
 */
export const mapGroup = bind(mapScimGroup, async ({ id, version, profile, userGroupId }, ctx) => {
  const target = userGroupId ?? null;
  if (profile) refuseGiving(ctx, { profile }, 'profile');
  const entry = getEntry(ctx, 'signOn.manage');
  const [left, [stored], [led]] = await ctx.database.withTenant(entry, (db) => [
    readDelegated(db),
    readMapping(db, id),
    db.select({ name: userGroups.name }).from(userGroups).where(living(target)),
  ]);
  const found = { allowed: isDelegated(left), unit: ctx.tenant.kind === 'unit', target: led?.name };
  const { move, linked, ...plan } = planOrThrow(decideMap({ version, profile, target }, stored, found));

  await orGroupTaken(
    ctx.database.withTenant(entry, (db) => [
      ...lockConcerned(db, id, target),
      lockVersion(db, scimGroups, and(eq(scimGroups.id, id), eq(scimGroups.version, version))),
      assertDelegated(db),
      ...(target === null ? [] : [mustHold(db, sql`${countRows(db, userGroups, living(target))} = 1`)]),
      // Members first: they keep a profile that both groups give.
      ...(move ? [moveMembers(db, ctx, move)] : []),
      db.update(scimGroups).set({ profile, userGroupId: move?.to, linked, version: plan.version }).where(eq(scimGroups.id, id)),
      ...(move && move.removes !== null ? removeGroup(db, ctx, move.from, move.removes) : []),
      audited(db, ctx, 'scim.group_map', id, plan.change),
    ]),
  );
  return { id, version: plan.version };
});

const removeGroup = (db: Db, ctx: SessionContext, id: string, name: string) => [
  db
    .update(userGroups)
    .set({ deletedAt: sql`app.now()`, version: sql`${userGroups.version} + 1` })
    .where(eq(userGroups.id, id)),
  auditedAct(db, ctx, 'user_group.delete', id, { name }),
];

/** At most one directory group maps to a group of the portal. */
async function orGroupTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NeonDbError && error.code === '23505') throw new AppError('scim_group_taken', undefined, { field: 'userGroupId' });
    throw error;
  }
}
