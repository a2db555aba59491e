import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { PlaylistFields } from '../../../domain/playlists/contract.ts';
import type { SessionContext } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { keyOfName } from '../../http/own-name.ts';
import { newId } from '../../services/ids.ts';
import { reportsWithPlace, visibleReport } from '../reports/index.ts';
import { editablePlaylist, livingDisplay, type Viewer, visiblePlaylist, watcherOf } from './playlist.ts';

const fitsShape = { reports: 'bool', views: 'bool', people: 'bool', teams: 'bool' } as const;
const added = raw('playlists.add', fitsShape);
const edited = raw('playlists.edit', { ...fitsShape, there: 'int4', on_display: 'bool', changed: 'int4' });
const copied = raw('playlists.copy', { id: 'uuid' });
const removed = raw('playlists.remove', { on_display: 'bool' });

/** The items as one parameter, each a row in the order given. */
const itemRows = (fields: PlaylistFields, ctx: SessionContext): SQL => {
  const rows = fields.items.map((item, n) => ({ ...item, id: newId(ctx.clock.now()), n }));
  return sql`(select (i->>'id')::uuid as id, (i->>'n')::int as position, (i->>'reportId')::uuid as report_id, i->>'page' as page,
      (i->>'viewId')::uuid as view_id, i->>'state' as state, (i->>'seconds')::int as seconds, i->'windows' as windows,
      i->>'onOpen' as on_open
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) i)`;
};

/**
 * The CTEs that an addition and a change share: what was asked for, and `fits`, which says whether this person sees every report, every
 * view is theirs or shared, and everyone it is shared with exists. Missing and foreign look the same. A change may keep items whose
 * report its composer no longer sees.
 */
function wishes(fields: PlaylistFields, ctx: SessionContext, kept: SQL): SQL {
  const viewer = watcherOf(ctx);
  return sql`items as ${itemRows(fields, ctx)}, people as ${idRows([...new Set(fields.people)])}, teams as ${idRows([...new Set(fields.groups)])},
    seen as (select r.id from ${reportsWithPlace}
        where r.kind = 'powerbi' and r.id in (select report_id from items) and ${visibleReport(viewer)}
      union select k.report_id from (${kept}) k),
    views as (select v.id from report_views v join items i on i.view_id = v.id and i.report_id = v.report_id
        where v.shared or v.user_id = ${viewer.userId}::uuid
      union select k.view_id from (${kept}) k where k.view_id is not null),
    fits as (select not exists (select report_id from items except select id from seen) as reports,
      not exists (select view_id from items where view_id is not null except select id from views) as views,
      (select count(*) from people) = (select count(*) from users u join people w on w.id = u.id where u.deleted_at is null) as people,
      (select count(*) from teams) = (select count(*) from user_groups g join teams w on w.id = g.id where g.deleted_at is null) as teams)`;
}
const everythingFits = sql`fits.reports and fits.views and fits.people and fits.teams`;

const itemColumns = sql`id, playlist_id, position, report_id, page, view_id, state, seconds, windows, on_open`;
const settingColumns = sql`description, owner_id, transition, loop, shuffle, show_title, show_clock, show_progress, keeps_capacity, language, theme`;

/** Items and shares of the playlist that `w` has written; their place in the statement is after `w`. */
const contents = sql`ni as (insert into playlist_items (${itemColumns})
    select i.id, w.id, i.position, i.report_id, i.page, i.view_id, i.state, i.seconds, i.windows, i.on_open from items i, w),
  np as (insert into playlist_shares (id, playlist_id, user_id)
    select gen_random_uuid(), w.id, people.id from people, w on conflict do nothing),
  nt as (insert into playlist_shares (id, playlist_id, user_group_id)
    select gen_random_uuid(), w.id, teams.id from teams, w on conflict do nothing)`;

/** What the audit keeps: the words and the numbers, not the states of views. */
const summaryOf = (fields: PlaylistFields): SQL =>
  sql`jsonb_build_object('name', ${fields.name}::text, 'items', ${fields.items.length}::int,
    'seconds', ${fields.items.reduce((sum, item) => sum + item.seconds, 0)}::int,
    'people', ${fields.people.length}::int, 'groups', ${fields.groups.length}::int)`;

const nothingKept = sql`select null::uuid as report_id, null::uuid as view_id where false`;

/** One guarded statement: the playlist with items, shares and audit row, or nothing. */
export const addRow = (db: Db, ctx: SessionContext, id: string, fields: PlaylistFields) =>
  added(
    db,
    sql`with ${wishes(fields, ctx, nothingKept)},
      w as (insert into playlists (id, name, sort_key, ${settingColumns})
        select ${id}::uuid, ${fields.name}, ${keyOfName(fields.name)}, ${fields.description}, (select app.user_id()),
          ${fields.transition}, ${fields.loop}, ${fields.shuffle}, ${fields.showTitle}, ${fields.showClock}, ${fields.showProgress},
          ${fields.keepsCapacity}, ${fields.language}, ${fields.theme}
        from fits where ${everythingFits} returning id), ${contents},
      a as (insert into audit (what, row_id, change, ip, request_id)
        select 'playlist.add', w.id, jsonb_build_object('after', ${summaryOf(fields)}), ${ctx.address}, ${ctx.requestId} from w)
    select fits.* from fits`,
  );

/** Whether playlist p plays on a display and this person is no administrator, so that it is not theirs to change. */
const onDisplay = (viewer: Viewer) => sql`exists (select from playlist_devices d where ${livingDisplay}) and not ${viewer.seesAll}`;

export function editRow(db: Db, ctx: SessionContext, id: string, version: number, fields: PlaylistFields) {
  const viewer = watcherOf(ctx);
  const kept = sql`select i.report_id, i.view_id from playlist_items i where i.playlist_id = ${id}::uuid`;
  return edited(
    db,
    sql`with ${wishes(fields, ctx, kept)},
      o as (select p.id, p.name, p.version, ${onDisplay(viewer)} as on_display,
          (select count(*) from playlist_items i where i.playlist_id = p.id) as items,
          (select count(*) from playlist_shares x where x.playlist_id = p.id) as shares
        from playlists p where p.id = ${id}::uuid and ${editablePlaylist(viewer)}),
      w as (update playlists t set name = ${fields.name}, sort_key = ${keyOfName(fields.name)}, description = ${fields.description},
          transition = ${fields.transition}, loop = ${fields.loop}, shuffle = ${fields.shuffle}, show_title = ${fields.showTitle},
          show_clock = ${fields.showClock}, show_progress = ${fields.showProgress}, keeps_capacity = ${fields.keepsCapacity},
          language = ${fields.language}, theme = ${fields.theme}, version = t.version + 1
        from o, fits where t.id = o.id and t.version = ${version}::int and not o.on_display and ${everythingFits} returning t.id),
      di as (delete from playlist_items i using w where i.playlist_id = w.id),
      ds as (delete from playlist_shares x using w where x.playlist_id = w.id
        and coalesce(x.user_id, x.user_group_id) not in (select id from people union all select id from teams)), ${contents},
      a as (insert into audit (what, row_id, change, ip, request_id)
        select 'playlist.edit', w.id, jsonb_build_object('before', jsonb_build_object('name', o.name, 'items', o.items, 'shares', o.shares),
          'after', ${summaryOf(fields)}), ${ctx.address}, ${ctx.requestId} from w, o)
    select fits.*, (select count(*)::int from o) as there, coalesce((select o.on_display from o), false) as on_display,
      (select count(*)::int from w) as changed from fits`,
  );
}

export const copyRow = (db: Db, ctx: SessionContext, id: string, copy: { id: string; name: string }) =>
  copied(
    db,
    sql`with o as (select * from playlists p where p.id = ${id}::uuid and ${visiblePlaylist(watcherOf(ctx))}),
      w as (insert into playlists (id, name, sort_key, ${settingColumns})
        select ${copy.id}::uuid, ${copy.name}, ${keyOfName(copy.name)}, o.description, (select app.user_id()), o.transition, o.loop,
          o.shuffle, o.show_title, o.show_clock, o.show_progress, o.keeps_capacity, o.language, o.theme from o returning id),
      ni as (insert into playlist_items (${itemColumns})
        select gen_random_uuid(), w.id, i.position, i.report_id, i.page, i.view_id, i.state, i.seconds, i.windows, i.on_open
        from w, o join playlist_items i on i.playlist_id = o.id),
      a as (insert into audit (what, row_id, change, ip, request_id)
        select 'playlist.copy', w.id, jsonb_build_object('before', jsonb_build_object('id', o.id, 'name', o.name),
          'after', jsonb_build_object('name', ${copy.name}::text)), ${ctx.address}, ${ctx.requestId} from w, o)
    select id from w`,
  );

export function removeRow(db: Db, ctx: SessionContext, id: string) {
  const viewer = watcherOf(ctx);
  return removed(
    db,
    sql`with o as (select p.id, p.name, ${onDisplay(viewer)} as on_display
        from playlists p where p.id = ${id}::uuid and ${editablePlaylist(viewer)}),
      d as (update playlist_devices x set playlist_id = null, version = x.version + 1 from o
        where x.playlist_id = o.id and not o.on_display returning x.id),
      w as (delete from playlists t using o where t.id = o.id and not o.on_display returning t.id),
      a as (insert into audit (what, row_id, change, ip, request_id)
        select 'playlist.delete', w.id, jsonb_build_object('before',
          jsonb_build_object('name', o.name, 'displays', (select count(*) from d))), ${ctx.address}, ${ctx.requestId} from w, o)
    select o.on_display from o`,
  );
}
