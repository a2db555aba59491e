import { type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { addPlaylist } from '../../../domain/playlists/contract.ts';
import type { SessionContext } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { newId } from '../../services/ids.ts';
import { reportsWithPlace, visibleReport } from '../reports/index.ts';
import type { Viewer } from './playlist.ts';

export type Fields = z.output<typeof addPlaylist.input>;

/** The items as one parameter, each a row in the order given. */
const itemRows = (fields: Fields, ctx: SessionContext): SQL => {
  const rows = fields.items.map((item, n) => ({ ...item, id: newId(ctx.clock.now()), n }));
  return sql`(select (i->>'id')::uuid as id, (i->>'n')::int as position, (i->>'reportId')::uuid as report_id, i->>'page' as page, (i->>'viewId')::uuid as view_id, i->>'state' as state, (i->>'seconds')::int as seconds, i->'windows' as windows, i->>'onOpen' as on_open
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) i)`;
};

/**
 * The CTEs that an addition and a change share: what was asked for, and `fits`, one row only where every report is one that this
 * person sees, every view one that is his or shared, and everybody it is shared with exists. Missing and foreign look the same.
 * A change may keep items whose report its composer no longer sees.
 */
export function wishes(fields: Fields, ctx: SessionContext, viewer: Viewer, kept: SQL): SQL {
  return sql`items as ${itemRows(fields, ctx)}, people as ${idRows([...new Set(fields.people)])}, teams as ${idRows([...new Set(fields.groups)])},
    seen as (select r.id from ${reportsWithPlace} where r.kind = 'powerbi' and r.id in (select report_id from items) and ${visibleReport(viewer)} union select k.report_id from (${kept}) k),
    views as (select v.id from report_views v join items i on i.view_id = v.id and i.report_id = v.report_id where v.shared or v.user_id = ${viewer.userId}::uuid union select k.view_id from (${kept}) k where k.view_id is not null),
    fits as (select not exists (select report_id from items except select id from seen) as reports, not exists (select view_id from items where view_id is not null except select id from views) as views,
      (select count(*) from people) = (select count(*) from users u join people w on w.id = u.id where u.deleted_at is null) as people, (select count(*) from teams) = (select count(*) from user_groups g join teams w on w.id = g.id where g.deleted_at is null) as teams)`;
}

export type Fits = { reports: boolean; views: boolean; people: boolean; teams: boolean };
export const everythingFits = sql`fits.reports and fits.views and fits.people and fits.teams`;

export function refuseMisfit(fits: Fits): void {
  if (!fits.reports) throw new AppError('not_found', undefined, { field: 'items' });
  if (!fits.views) throw new AppError('not_found', undefined, { field: 'items' });
  if (!fits.people) throw new AppError('not_found', undefined, { field: 'people' });
  if (!fits.teams) throw new AppError('not_found', undefined, { field: 'groups' });
}

/** Items and shares of the playlist that `w` has written; their place in the statement is after `w`. */
export const contents = sql`ni as (insert into playlist_items (id, playlist_id, position, report_id, page, view_id, state, seconds, windows, on_open) select i.id, w.id, i.position, i.report_id, i.page, i.view_id, i.state, i.seconds, i.windows, i.on_open from items i, w),
  np as (insert into playlist_shares (id, playlist_id, user_id) select gen_random_uuid(), w.id, people.id from people, w on conflict do nothing),
  nt as (insert into playlist_shares (id, playlist_id, user_group_id) select gen_random_uuid(), w.id, teams.id from teams, w on conflict do nothing)`;

/** What the audit keeps: the words and the numbers, not the states of views. */
export const summaryOf = (fields: Fields): SQL =>
  sql`jsonb_build_object('name', ${fields.name}::text, 'items', ${fields.items.length}::int, 'seconds', ${fields.items.reduce((sum, item) => sum + item.seconds, 0)}::int, 'people', ${fields.people.length}::int, 'groups', ${fields.groups.length}::int)`;
