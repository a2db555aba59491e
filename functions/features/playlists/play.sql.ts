import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { defineShape, type RowOf, raw, typed } from '../../../db/raw.ts';
import type { PlayAnswer, PlayItem } from '../../../domain/playlists/contract.ts';
import { maxItems, seconds } from '../../../domain/playlists/limits.ts';
import type { ReportFilter } from '../../../domain/reports/filters.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import type { SessionContext } from '../../request/context.ts';
import {
  actorName,
  coversReport,
  getGrant,
  nearestGrantFirst,
  reportsWithPlace,
  visibleGroup,
  visibleReport,
  visibleSubgroup,
} from '../reports/index.ts';
import type { Viewer } from './playlist.ts';

// The reads of playing, for users and displays: hot, so each is one raw statement.

type Played = NonNullable<PlayAnswer['playlist']>;
const playlistShape = defineShape({
  ...{ id: 'uuid', name: 'text', loop: 'bool', shuffle: 'bool', show_title: 'bool', show_clock: 'bool', show_progress: 'bool' },
  transition: typed<Played['transition']>('text'),
  language: typed<Played['language']>('text?'),
  theme: typed<Played['theme']>('text'),
});
export type PlaylistRow = RowOf<typeof playlistShape>;
const playlist = raw('play.playlist', playlistShape);

const itemShape = defineShape({
  ...{ id: 'uuid', report_id: 'uuid', title: 'text', group_name: 'text?', subgroup_name: 'text?', page: 'text?', state: 'text?' },
  seconds: 'int4',
  windows: typed<PlayItem['windows']>('jsonb'),
  on_open: typed<PlayItem['onOpen']>('text'),
  kind: typed<'powerbi' | 'external'>('text'),
  ...{ embed_url: 'text?', service_report_id: 'text?', workspace_id: 'text?', dataset_id: 'text?' },
  report_type: typed<'report' | 'paginated'>('text'),
  ...{ tenant_colors: 'bool', data_at: 'timestamptz?', show_last_update: 'bool' },
  watermark: typed<'inherit' | 'on' | 'off'>('text'),
  ...{ needs_identity: 'bool', needs_roles: 'bool', ignore_rls: 'bool', ignore_rls_role: 'text?', visible: 'bool' },
  ...{ window_until: 'timestamptz?', window_spares_admin: 'bool?' },
  path_identity: typed<RlsIdentity | null>('jsonb?'),
  path_filters: typed<ReportFilter[] | null>('jsonb?'),
  ...{ person_email: 'text?', rls_username: 'text?', rls_roles: 'text[]?' },
  identity_values: typed<Record<string, string> | null>('jsonb?'),
});
export type ItemRow = RowOf<typeof itemShape>;
const items = raw('play.items', itemShape);

const settings = raw('play.settings', { values: typed<Record<string, unknown>>('jsonb') });
const person = raw('play.person', { name: 'text', email: 'text', actor_name: 'text?' });
const group = raw('play.group', { name: 'text' });

/** The playlist p that `where` names. */
export const readPlaylist = (db: Db, where: SQL) =>
  playlist(
    db,
    sql`select p.id, p.name, p.transition, p.loop, p.shuffle, p.show_title, p.show_clock, p.show_progress, p.language, p.theme
    from playlists p where ${where}`,
  );

/** Every report as an item, for slideshows without a playlist, ordered by title. */
export const reportsAsItems = sql`(select x.tenant_id, x.id, x.id as report_id, null::text as page, null::uuid as view_id,
    null::text as state, ${seconds.usual}::int as seconds, '[]'::jsonb as windows, 'none' as on_open, x.sort_key as position
    from reports x)`;

/** The items i that `where` names, by default of playlists, with everything that playing and the token broker decide from. */
export const itemFacts = (db: Db, viewer: Viewer, where: SQL, from: SQL = sql`playlist_items`) =>
  items(
    db,
    sql`select i.id, i.report_id, r.title, g.name as group_name, s.name as subgroup_name, i.page, coalesce(v.state, i.state) as state,
      i.seconds, i.windows, i.on_open, r.kind, r.embed_url, r.service_report_id, r.workspace_id, r.dataset_id, r.report_type,
      r.tenant_colors, r.data_at, r.show_last_update, r.watermark, r.needs_identity, r.needs_roles, r.ignore_rls, r.ignore_rls_role,
      ${visibleReport(viewer)} as visible, w.ends_at as window_until, w.except_admin as window_spares_admin,
      path.identity as path_identity, path.filters as path_filters, u.email as person_email, u.rls_username, u.rls_roles,
      app.identity_values(u.custom, u.custom_own) as identity_values
    from ${reportsWithPlace} join ${from} i on i.tenant_id = r.tenant_id and i.report_id = r.id
      left join report_views v on v.tenant_id = i.tenant_id and v.id = i.view_id and v.report_id = i.report_id
      left join users u on u.tenant_id = r.tenant_id and u.id = ${viewer.userId}::uuid
      left join lateral (select x.identity, x.filters from grants x
        where x.tenant_id = r.tenant_id and x.report_id = r.id and u.id is not null and ${getGrant(viewer.userId)}
        order by ${nearestGrantFirst} limit 1) path on true
      left join lateral (select m.ends_at, m.except_admin from maintenance m where ${coversReport}
        order by m.except_admin, m.ends_at desc limit 1) w on true
    where ${where} order by i.position, i.id limit ${maxItems}`,
  );

export const readSettings = (db: Db) => settings(db, sql`select "values" from settings`);

/** The user of this session, and who acts in their place. */
export const readPerson = (db: Db, ctx: SessionContext) =>
  person(db, sql`select name, email, ${actorName(ctx)} as actor_name from users where id = ${ctx.session.sub}::uuid`);

/** The name of a group or sub-group that this user sees. */
export const readGroup = (db: Db, id: string, viewer: Viewer) =>
  group(
    db,
    sql`select g.name from groups g where g.id = ${id}::uuid and ${visibleGroup(viewer)}
    union all select s.name from subgroups s join groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
      where s.id = ${id}::uuid and ${visibleSubgroup(viewer)} and ${visibleGroup(viewer)}`,
  );
