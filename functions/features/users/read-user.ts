import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { users } from '../../../db/schema/users.ts';
import { can } from '../../../domain/access/permissions.ts';
import type { Profile, UserFlag } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { readUser, type UserDetail } from '../../../domain/users/contract.ts';
import { actingStatuses, administering, flagsFor } from '../../../domain/users/person.ts';
import { actionsFor, statusActions, stops, transitions } from '../../../domain/users/transitions.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { reportsWithPlace, visibleReport } from '../reports/index.ts';
import { present, removable, shownColumns, x } from './rows.ts';

const sessionRows = raw('users.sessions', {
  id: 'uuid',
  at: 'timestamptz',
  last_seen: 'timestamptz',
  address: 'text?',
  agent: 'text?',
  auth_type: 'text',
  vouched: 'text',
});

const detailColumns = {
  accessHours: x.accessHours,
  ipExempt: x.ipExempt,
  allowRemote: x.allowRemote,
  remoteUntil: x.remoteUntil,
  homePage: x.homePage,
  homeReport: sql<Named>`(select jsonb_build_object('id', r.id, 'name', r.title) from reports r where r.id = x.home_report_id)`,
  theme: sql<Named>`(select jsonb_build_object('id', h.id, 'name', h.name) from themes h where h.id = x.theme_id)`,
  rlsUsername: x.rlsUsername,
  rlsRoles: x.rlsRoles,
  statusAt: x.statusAt,
  addedBy: sql<string | null>`coalesce((select b.name from users b where b.id = x.added_by_id), app.seat_name(x.added_by_id))`,
  otherAdministrators: sql<boolean>`exists (select from users o where o.tenant_id = x.tenant_id and o.profile in ('a2m','master','admin')
    and o.status in ('A','T') and o.deleted_at is null and o.id <> x.id)`,
  devices: sql<number>`app.person_devices(x.id)`,
  lockedUntil: sql<string | null>`app.person_lock(x.id)`,
};
type Named = { id: string; name: string } | null;

const readDetail = (db: Db, id: string) =>
  db
    .select({ ...shownColumns, ...detailColumns })
    .from(x)
    .where(and(eq(x.id, id), or(isNull(x.deletedAt), removable)));
type Detail = Awaited<ReturnType<typeof readDetail>>[number];

const counted = (what: SQL) => sql<number>`(select count(*)::int from ${what})`;
// Not x, which is a grant in the visibility rule.
const p = alias(users, 'p');
const viewer = { userId: sql`p.id`, seesAll: sql`(p.profile <> 'user')` };
const counts: Record<keyof UserDetail['counts'], SQL<number>> = {
  reports: counted(sql`${reportsWithPlace} where p.status in ('A','T') and ${visibleReport(viewer)}`),
  grants: counted(sql`grants c where c.user_id = p.id and (c.valid_until is null or c.valid_until > app.now())`),
  favorites: counted(sql`favorites c where c.user_id = p.id`),
  views: counted(sql`report_views c where c.user_id = p.id`),
  playlists: counted(sql`playlists c where c.owner_id = p.id`),
  comments: counted(sql`comments c where c.author_id = p.id`),
  requests: counted(sql`catalog_requests c where c.user_id = p.id and c.state = 'pending'`),
};

export const readOneUser = bind(readUser, async ({ id }, ctx) => {
  const [[row], [numbers], live] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [
    readDetail(db, id),
    db.select(counts).from(p).where(eq(p.id, id)),
    sessionRows(db, sql`select s.* from users x, app.person_sessions(x.id) s where x.id = ${id}::uuid and x.deleted_at is null`),
  ]);
  if (!row || !numbers) throw new AppError('not_found');
  return {
    ...(await present(row, ctx)),
    ...pick(row, [
      'accessHours',
      'ipExempt',
      'allowRemote',
      'homePage',
      'homeReport',
      'theme',
      'rlsUsername',
      'rlsRoles',
      'addedBy',
      'devices',
    ]),
    remoteUntil: isoOrNull(row.remoteUntil),
    statusAt: isoOrNull(row.statusAt),
    lockedUntil: isoOrNull(row.lockedUntil),
    effective: flagsFor(row.profile).map((flag) => ({ flag, given: row.flags.includes(flag), effect: getEffect(flag, row) })),
    counts: numbers,
    sessions: live.rows.map((session) => ({
      id: session.id,
      at: toIso(session.at),
      lastSeen: toIso(session.last_seen),
      address: session.address,
      agent: session.agent,
      authType: session.auth_type,
      vouched: session.vouched === 'account' ? ('account' as const) : ('unit' as const),
      isMine: session.id === ctx.session.sid,
    })),
    ...getChoices(row, ctx),
  };
});

/** What a flag opens, as an action of the permission table; administrators may do most of it without the flag. */
const opens = {
  edit_reports: 'reports.manage',
  release_unfiltered: 'grants.unfiltered',
  manage_service: 'service.manage',
  make_playlists: 'playlists.edit',
  decide_catalog: 'catalogs.decide',
} as const;

function getEffect(flag: UserFlag, { profile, flags }: { profile: Profile; flags: string[] }): UserDetail['effective'][number]['effect'] {
  const action = flag in opens ? opens[flag as keyof typeof opens] : null; // because it was just looked for
  if (action && can({ profile, flags: [] }, action)) return 'always';
  return flags.includes(flag) ? 'given' : 'no';
}

function getChoices(row: Detail, ctx: SessionContext): Pick<UserDetail, 'actions' | 'refusals'> {
  if (!can(ctx.session, 'users.edit')) return { actions: [], refusals: [] };
  if (row.deletedAt) return { actions: ['restore'], refusals: [] };
  const isSelf = row.id === ctx.session.sub;
  const isLast = administering.includes(row.profile) && actingStatuses.includes(row.status) && !row.otherAdministrators;
  const reason = isSelf ? ('own_person' as const) : isLast ? ('last_administrator' as const) : null;
  const stopped = statusActions.filter((action) => stops(action) && transitions[action].from.includes(row.status));
  return {
    actions: [
      ...actionsFor(row.status, reason !== null),
      'edit',
      'duplicate',
      ...(reason ? [] : ['remove' as const]),
      ...(row.accepted || !actingStatuses.includes(row.status) ? [] : ['invite' as const]),
    ],
    refusals: reason ? [...stopped, 'remove'].map((action) => ({ action, reason })) : [],
  };
}
