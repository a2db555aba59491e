import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { type OnePlaylist, readPlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { maintenanceUntil, reportsWithPlace, visibleReport } from '../reports/index.ts';
import { type PickableRow, pickableColumns, presentPickable } from './find-reports.ts';
import { editablePlaylist, livingDisplay, present, type Row, rowColumns, source, watcherOf } from './playlist.ts';

type Settings = Pick<OnePlaylist, 'transition' | 'loop' | 'shuffle' | 'language' | 'theme'> & {
  show_title: boolean;
  show_clock: boolean;
  show_progress: boolean;
  keeps_capacity: boolean;
};
type ItemRow = PickableRow & {
  id: string;
  page: string | null;
  view_id: string | null;
  view_name: string | null;
  state: string | null;
  seconds: number;
  windows: OnePlaylist['list'][number]['windows'];
  on_open: 'none' | 'refresh';
  visible: boolean;
  maintained: boolean;
};

export const readOnePlaylist = bind(readPlaylist, async ({ id }, ctx) => {
  const viewer = watcherOf(ctx);
  const mine = sql`exists (select from playlists p where p.id = ${id}::uuid and ${editablePlaylist(viewer)})`;
  const [found, items, people, groups, displays] = await ctx.database.withTenant(entryOf(ctx, 'playlists.edit'), (db) => [
    db.execute(
      sql`select ${rowColumns}, p.transition, p.loop, p.shuffle, p.show_title, p.show_clock, p.show_progress, p.keeps_capacity, p.language, p.theme from ${source} where p.id = ${id}::uuid and ${editablePlaylist(viewer)}`,
    ),
    db.execute(sql`select i.id, i.page, i.view_id, v.name as view_name, i.state, i.seconds, i.windows, i.on_open, ${pickableColumns}, ${visibleReport(viewer)} as visible, ${maintenanceUntil} is not null as maintained
      from ${reportsWithPlace} join playlist_items i on i.tenant_id = r.tenant_id and i.report_id = r.id left join report_views v on v.tenant_id = i.tenant_id and v.id = i.view_id
      where i.playlist_id = ${id}::uuid and ${mine} order by i.position`),
    db.execute(
      sql`select u.id, u.name, u.email from playlist_shares x join users u on u.tenant_id = x.tenant_id and u.id = x.user_id where x.playlist_id = ${id}::uuid and ${mine} order by u.sort_key, u.id`,
    ),
    db.execute(
      sql`select g.id, g.name from playlist_shares x join user_groups g on g.tenant_id = x.tenant_id and g.id = x.user_group_id and g.deleted_at is null where x.playlist_id = ${id}::uuid and ${mine} order by g.sort_key, g.id`,
    ),
    db.execute(
      sql`select d.name from playlists p join playlist_devices d on ${livingDisplay} where p.id = ${id}::uuid and ${mine} order by d.sort_key, d.id limit 50`,
    ),
  ]);
  const [row] = rowsOf<Row & Settings>(found);
  if (!row) throw new AppError('not_found');
  const { transition, loop, shuffle, language, theme } = row;
  return {
    ...present(row, viewer, can(ctx.session, 'playlists.edit')),
    ...{ transition, loop, shuffle, language, theme },
    showTitle: row.show_title,
    showClock: row.show_clock,
    showProgress: row.show_progress,
    keepsCapacity: row.keeps_capacity,
    list: rowsOf<ItemRow>(items).map((item) => ({
      id: item.id,
      report: presentPickable(item),
      page: item.page,
      viewId: item.view_name === null ? null : item.view_id,
      view: item.view_name,
      state: item.state,
      seconds: item.seconds,
      windows: item.windows,
      onOpen: item.on_open,
      skipped: !item.visible ? ('not_found' as const) : item.maintained ? ('report_in_maintenance' as const) : null,
    })),
    people: rowsOf<{ id: string; name: string; email: string }>(people),
    groups: rowsOf<{ id: string; name: string }>(groups),
    displayNames: rowsOf<{ name: string }>(displays).map((display) => display.name),
  };
});
