import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import { lockVersion, mustHold, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { outbox } from '../../../db/schema/jobs.ts';
import { userGroupMembers, userGroups } from '../../../db/schema/user-groups.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { editUser } from '../../../domain/users/contract.ts';
import { decideEdit } from '../../../domain/users/edit.ts';
import { type PersonColumns, personColumns, textNames, type UserDraft } from '../../../domain/users/fields.ts';
import { keptFlags, readPosition } from '../../../domain/users/person.ts';
import type { AskedPlaces } from '../../../domain/users/places.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idsIn } from '../../request/id-rows.ts';
import { lockGroups } from '../../request/lock-people.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { wakeOutbox } from '../mail/index.ts';
import { getPerson } from './person-input.ts';
import { getPlaces, holdPlaces, readPlaces } from './places.ts';
import { x } from './rows.ts';
import { orTaken } from './write-outcome.ts';

const readStored = (db: Db, id: string) =>
  db
    .select({
      ...pick(x, personColumns),
      version: x.version,
      status: x.status,
      accepted: sql<boolean>`x.account_id is not null`,
      homeReport: sql<string | null>`(select r.title from reports r where r.id = x.home_report_id)`,
      theme: sql<string | null>`(select h.name from themes h where h.id = x.theme_id)`,
    })
    .from(x)
    .where(and(eq(x.id, id), isNull(x.deletedAt)));

/** The user's groups, including deleted ones, which have no name here. */
const readMemberships = (db: Db, id: string) =>
  db
    .select({ id: userGroupMembers.userGroupId, name: userGroups.name })
    .from(userGroupMembers)
    .leftJoin(
      userGroups,
      and(
        eq(userGroups.tenantId, userGroupMembers.tenantId),
        eq(userGroups.id, userGroupMembers.userGroupId),
        isNull(userGroups.deletedAt),
      ),
    )
    .where(eq(userGroupMembers.userId, id))
    .orderBy(asc(userGroups.sortKey));

/** Locks the memberships that were read: the form's list replaces them all. */
function holdMemberships(db: Db, id: string, seen: readonly { id: string }[]) {
  const now = db.select({ id: userGroupMembers.userGroupId }).from(userGroupMembers).where(eq(userGroupMembers.userId, id));
  const ids = JSON.stringify(seen.map((each) => each.id).toSorted());
  return mustHold(db, sql`(select coalesce(jsonb_agg(m.id order by m.id), '[]') from ${now} as m (id)) = ${ids}::jsonb`);
}

/** What a form may omit, as it is stored. */
function getForm(row: PersonColumns): Omit<UserDraft, keyof AskedPlaces> {
  const { position, other } = readPosition(row.position);
  return {
    ...pick(row, personColumns),
    ...buildRecord(textNames, (name) => row[name] ?? ''),
    position,
    positionOther: other ?? '',
    flags: keptFlags(row.flags, row.profile),
    custom: {},
  };
}

/**
 * Changes the version the user saw. Administrators don't change their own profile or address here, and the address of an accepted account
 * changes only by unlinking the account: the new address is invited.
 */
export const editOneUser = bind(editUser, async (input, ctx) => {
  const { id, version, reinvite } = input;
  const entry = getEntry(ctx, 'users.edit');
  const groups = input.groups && [...new Set(input.groups)];
  const places = { groups, homeReportId: input.homeReportId, themeId: input.themeId };
  const [fields, [row], seen, ...named] = await ctx.database.withTenant(entry, (db) => [
    fieldsQuery(db, 'user'),
    readStored(db, id),
    readMemberships(db, id),
    ...readPlaces(db, places),
  ]);
  if (!row) throw new AppError('not_found');
  const { sortKey, ...person } = await getPerson({ ...getForm(row), ...input }, { fields: getFields(fields), before: row.custom }, ctx);
  const stored = { ...row, groups: seen.flatMap(({ name }) => (name === null ? [] : [name])) };
  const asked = { version, person, places, reinvite, isSelf: id === ctx.session.sub, now: ctx.clock.now() };
  const plan = planOrThrow(decideEdit(asked, stored, getPlaces(...named)));
  const invited = plan.invitation === 'sent';

  await orTaken(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, users, and(eq(users.id, id), eq(users.version, version), isNull(users.deletedAt))),
      // Two edits that swap groups would deadlock: the groups that a user leaves and joins are locked first.
      lockGroups(db, sql`select m.user_group_id from user_group_members m where m.user_id = ${id}::uuid union ${idsIn(groups ?? [])}`),
      ...holdPlaces(db, places),
      holdMemberships(db, id, seen),
      db
        .update(users)
        .set(
          setOf(users, {
            ...person,
            sortKey,
            version: plan.version,
            rights: plan.changesRights ? sql`${users.rights} + 1` : undefined,
            expiryTold: plan.changesExpiry ? null : undefined,
            invitedAt: invited ? sql`app.now()` : plan.invitation === 'dropped' ? null : undefined,
          }),
        )
        .where(eq(users.id, id)),
      ...(groups
        ? [db.delete(userGroupMembers).where(and(eq(userGroupMembers.userId, id), notInArray(userGroupMembers.userGroupId, groups)))]
        : []),
      ...(groups && groups.length > 0
        ? [
            db
              .insert(userGroupMembers)
              .values(groups.map((userGroupId) => ({ userGroupId, userId: id })))
              .onConflictDoNothing(),
          ]
        : []),
      ...(invited ? [db.insert(outbox).values({ kind: 'account.invite', body: { user_id: id } })] : []),
      audited(db, ctx, 'user.edit', id, plan.change),
    ]),
  );
  if (invited) wakeOutbox(ctx);
  return { id, version: plan.version, invited };
});
