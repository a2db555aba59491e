import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import type { Profile, UserFlag } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readUser, type UserDetail } from '../../../domain/users/contract.ts';
import { actingStatuses, administering, flagsFor } from '../../../domain/users/person.ts';
import { actionsFor, statusActions, stops, transitions } from '../../../domain/users/transitions.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { reportsWithPlace, visibleReport } from '../reports/index.ts';
import { iso, present, removable, type ShownRow, shownColumns } from './rows.ts';

type Detail = ShownRow & {
  access_hours: UserDetail['accessHours'];
  ip_exempt: boolean;
  allow_remote: boolean;
  remote_until: string | null;
  home_page: string | null;
  home_report: UserDetail['homeReport'];
  theme: UserDetail['theme'];
  rls_username: string | null;
  rls_roles: string[];
  status_at: string | null;
  added_by: string | null;
  other_administrators: boolean;
  devices: number;
  locked_until: string | null;
};
type Session = {
  id: string;
  at: string;
  last_seen: string;
  address: string | null;
  agent: string | null;
  auth_type: string;
  vouched: 'account' | 'unit';
};

const detailColumns = sql`x.access_hours, x.ip_exempt, x.allow_remote, x.remote_until, x.home_page, (select jsonb_build_object('id', r.id, 'name', r.title) from reports r where r.id = x.home_report_id) as home_report,
  (select jsonb_build_object('id', h.id, 'name', h.name) from themes h where h.id = x.theme_id) as theme, x.rls_username, x.rls_roles, x.status_at, coalesce((select b.name from users b where b.id = x.added_by_id), app.seat_name(x.added_by_id)) as added_by,
  exists (select from users o where o.tenant_id = x.tenant_id and o.profile in ('a2m','master','admin') and o.status in ('A','T') and o.deleted_at is null and o.id <> x.id) as other_administrators,
  app.person_devices(x.id) as devices, app.person_lock(x.id) as locked_until`;

const count = (table: string) => sql`(select count(*)::int from ${sql.raw(table)} c where c.user_id = x.id)`;
const viewer = { userId: sql`x.id`, seesAll: sql`(x.profile <> 'user')` };
const counts = sql`select (select count(*)::int from ${reportsWithPlace} where ${visibleReport(viewer)}) as reports, (select count(*)::int from grants c where c.user_id = x.id and (c.valid_until is null or c.valid_until > app.now())) as grants,
  ${count('favorites')} as favorites, ${count('report_views')} as views, (select count(*)::int from playlists c where c.owner_id = x.id) as playlists, (select count(*)::int from comments c where c.author_id = x.id) as comments,
  (select count(*)::int from catalog_requests c where c.user_id = x.id and c.state = 'pending') as requests`;

export const readOneUser = bind(readUser, async ({ id }, ctx) => {
  const [found, counted, live] = await ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
    db.execute(
      sql`select ${shownColumns}, ${detailColumns} from users x where x.id = ${id}::uuid and (x.deleted_at is null or ${removable})`,
    ),
    db.execute(sql`${counts} from users x where x.id = ${id}::uuid`),
    db.execute(sql`select s.* from users x, app.person_sessions(x.id) s where x.id = ${id}::uuid and x.deleted_at is null`),
  ]);
  const [row] = rowsOf<Detail>(found);
  const [numbers] = rowsOf<UserDetail['counts']>(counted);
  if (!row || !numbers) throw new AppError('not_found');
  return {
    ...(await present(row, ctx)),
    accessHours: row.access_hours,
    ipExempt: row.ip_exempt,
    allowRemote: row.allow_remote,
    remoteUntil: iso(row.remote_until),
    homePage: row.home_page,
    homeReport: row.home_report,
    theme: row.theme,
    rlsUsername: row.rls_username,
    rlsRoles: row.rls_roles,
    statusAt: iso(row.status_at),
    addedBy: row.added_by,
    effective: flagsFor(row.profile).map((flag) => ({ flag, given: row.flags.includes(flag), effect: effectOf(flag, row) })),
    counts: numbers,
    sessions: rowsOf<Session>(live).map((session) => ({
      id: session.id,
      at: new Date(session.at).toISOString(),
      lastSeen: new Date(session.last_seen).toISOString(),
      address: session.address,
      agent: session.agent,
      authType: session.auth_type,
      vouched: session.vouched,
      isMine: session.id === ctx.session.sid,
    })),
    devices: row.devices,
    lockedUntil: iso(row.locked_until),
    ...choicesOf(row, ctx),
  };
});

/** What a flag opens, as an action of the permission table; an administrator may most of it without. */
const opens = {
  edit_reports: 'reports.manage',
  release_unfiltered: 'grants.unfiltered',
  manage_service: 'service.manage',
  make_playlists: 'playlists.edit',
  decide_catalog: 'catalogs.decide',
} as const;

function effectOf(flag: UserFlag, { profile, flags }: { profile: Profile; flags: string[] }): UserDetail['effective'][number]['effect'] {
  const action = flag in opens ? opens[flag as keyof typeof opens] : null; // because it was just looked for
  if (action && can({ profile, flags: [] }, action)) return 'always';
  return flags.includes(flag) ? 'given' : 'no';
}

function choicesOf(row: Detail, ctx: SessionContext): Pick<UserDetail, 'actions' | 'refusals'> {
  if (!can(ctx.session, 'users.edit')) return { actions: [], refusals: [] };
  if (row.deleted_at) return { actions: ['restore'], refusals: [] };
  const isSelf = row.id === ctx.session.sub;
  const isLast = administering.includes(row.profile) && actingStatuses.includes(row.status) && !row.other_administrators;
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
