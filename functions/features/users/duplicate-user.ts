import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { auditEach, toJson } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { outbox } from '../../../db/schema/jobs.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { users } from '../../../db/schema/users.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { buildRecord, getKeys } from '../../../domain/fields/fields.ts';
import { duplicateUser } from '../../../domain/users/change-contract.ts';
import { type DuplicatePlan, decideDuplicate } from '../../../domain/users/duplicate.ts';
import { type PersonColumn, textNames, userTexts } from '../../../domain/users/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { lockGroups } from '../../request/lock-people.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { getIdentity } from './person-input.ts';
import { orTaken } from './write-outcome.ts';
import { columnNames, columnValues, getFacts, identityColumns, invitesByItself, isOwnTenant } from './write-parts.ts';

type Identity = Awaited<ReturnType<typeof getIdentity>>;
type Copy = { of: string; id: string };

// Personal data isn't copied: picture, preferences, favorites, sign-in times, consent to remote access. An expiry is, while it lies ahead.
const isCopied: Record<PersonColumn | 'customOwn' | 'homeReportId' | 'themeId', boolean> = {
  ...{ name: false, email: false, phone: false, expiresAt: false, allowRemote: false },
  ...buildRecord(textNames, (name) => userTexts[name].copied),
  ...{ profile: true, flags: true, position: true, language: true, custom: true, customOwn: true, accessHours: true, ipExempt: true },
  ...{ homePage: true, homeReportId: true, themeId: true, rlsUsername: true, rlsRoles: true },
};
const copied = sql.join(
  getKeys(isCopied).flatMap((name) => (isCopied[name] ? [sql.identifier(users[name].name)] : [])),
  sql`, `,
);

const copyUser = raw('users.copy', {});
function copyRow(db: Db, { of, id }: Copy, identity: Identity, { status, invited, keepsExpiry }: DuplicatePlan) {
  const columns = identityColumns(identity);
  return copyUser(
    db,
    sql`insert into users (id, status, invited_at, expires_at, ${columnNames(columns)}, ${copied})
      select ${id}::uuid, ${status}, ${invited ? sql`app.now()` : sql`null`}, ${keepsExpiry ? sql`expires_at` : sql`null`},
        ${columnValues(columns)}, ${copied}
      from users where id = ${of}::uuid`,
  );
}

const copyGroups = raw('users.copy_groups', {});
const copyMemberships = (db: Db, { of, id }: Copy) =>
  copyGroups(
    db,
    sql`insert into user_group_members (user_group_id, user_id)
      select m.user_group_id, ${id}::uuid from user_group_members m where m.user_id = ${of}::uuid`,
  );

const copyPlaces = raw('users.copy_viewers', {});
const copyViewers = (db: Db, { of, id }: Copy) =>
  copyPlaces(
    db,
    sql`insert into viewers (target_id, user_id) select v.target_id, ${id}::uuid from viewers v where v.user_id = ${of}::uuid`,
  );

const copyReports = raw('users.copy_reports', {});
const copyGrants = (db: Db, { of, id }: Copy) =>
  copyReports(
    db,
    sql`insert into grants (id, report_id, subject, user_id, identity, filters, valid_until, source, granted_by_id, note)
      select gen_random_uuid(), g.report_id, g.subject, ${id}::uuid, g.identity, g.filters, g.valid_until, 'manual',
        (select app.user_id()), g.note
      from grants g where g.user_id = ${of}::uuid and (g.valid_until is null or g.valid_until > app.now())`,
  );

const groupNames = sql`(select coalesce(jsonb_agg(q.name order by q.sort_key), '[]') from user_group_members c
  join user_groups q on q.id = c.user_group_id and q.deleted_at is null where c.user_id = x.id)`;
const recordRow = raw('users.record_copy', {});
const recordCopy = (db: Db, ctx: SessionContext, { of, id }: Copy) =>
  recordRow(
    db,
    auditEach(ctx, {
      what: 'user.duplicate',
      row: sql`x.id`,
      facts: { before: { from: sql`o.name` }, after: sql`${getFacts(sql`x`)} || ${toJson({ groups: groupNames })}` },
      from: sql`users x, users o`,
      where: sql`x.id = ${id}::uuid and o.id = ${of}::uuid`,
    }),
  );

/** A second user like the first, with the same access to reports but their own identity. */
export const duplicateOneUser = bind(duplicateUser, async (input, ctx) => {
  const copy = { of: input.id, id: newId(ctx.clock.now()) };
  const [profile] = ctx.tenant.kind === 'unit' ? ['user'] : ctx.tenant.kind === 'partner' ? ['master'] : ['a2m'];
  const identity = await getIdentity(input, profile ?? 'user', ctx);
  const entry = getEntry(ctx, 'users.edit');
  const isLiving = and(eq(users.id, copy.of), isNull(users.deletedAt));
  const [[original], [setting]] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ version: users.version, profile: users.profile, flags: users.flags, status: users.status, expiresAt: users.expiresAt })
      .from(users)
      .where(isLiving),
    db.select({ invites: invitesByItself }).from(tenants).where(isOwnTenant),
  ]);
  const asked = { invite: input.invite === undefined ? null : isOn(input.invite), now: ctx.clock.now() };
  const plan = planOrThrow(decideDuplicate(ctx.session, asked, original, setting?.invites ?? false));

  await orTaken(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, users, and(isLiving, eq(users.version, plan.version))),
      lockGroups(db, sql`select m.user_group_id from user_group_members m where m.user_id = ${copy.of}::uuid`),
      copyRow(db, copy, identity, plan),
      copyMemberships(db, copy),
      copyViewers(db, copy),
      copyGrants(db, copy),
      ...(plan.invited ? [db.insert(outbox).values({ kind: 'account.invite', body: { user_id: copy.id } })] : []),
      recordCopy(db, ctx, copy),
    ]),
  );
  if (plan.invited) wakeOutbox(ctx);
  return { id: copy.id, version: 1, invited: plan.invited };
});
