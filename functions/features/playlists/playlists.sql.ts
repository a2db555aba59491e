import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { defineShape, type RowOf, raw, typed } from '../../../db/raw.ts';
import { playlists } from '../../../db/schema/playlists.ts';
import { buildRecord } from '../../../domain/fields/fields.ts';
import type { OnePlaylist, PickableReport } from '../../../domain/playlists/contract.ts';
import { switchNames } from '../../../domain/playlists/fields.ts';
import { maintenanceUntil, matchesWords, reportsWithPlace, visibleReport } from '../reports/index.ts';
import { editablePlaylist, livingDisplay, type Viewer } from './playlist.ts';

// In these statements `p` is the playlist and `r` a report of it.

const rowShape = defineShape({
  ...{ id: 'uuid', name: 'text', description: 'text', owner_id: 'uuid', owner_name: 'text?', items: 'int4', skipped: 'int4' },
  ...{ seconds: 'int4', shares: 'int4', displays: 'int4', version: 'int4', created_at: 'timestamptz' },
});
export type Row = RowOf<typeof rowShape>;

const listed = raw('playlists.list', { ...rowShape, sort_value: 'text' });
const counted = raw('playlists.count', { n: 'int4' });
const exported = raw('playlists.export', rowShape);
const read = raw('playlists.read', {
  ...rowShape,
  ...buildRecord(switchNames, () => 'bool' as const),
  transition: typed<OnePlaylist['transition']>('text'),
  language: typed<OnePlaylist['language']>('text?'),
  theme: typed<OnePlaylist['theme']>('text'),
});

// What no viewer can see now: an administrator sees every report that is not hidden or in maintenance.
const administrator: Viewer = { userId: '00000000-0000-0000-0000-000000000000', seesAll: true };
const skippedItems = sql`(select count(*) from ${reportsWithPlace}
    join playlist_items i on i.tenant_id = r.tenant_id and i.report_id = r.id
    where i.tenant_id = p.tenant_id and i.playlist_id = p.id and (not ${visibleReport(administrator)} or ${maintenanceUntil} is not null))`;

const rowColumns = sql`p.id, p.name, p.description, p.owner_id, o.name as owner_name, c.items, ${skippedItems}::int as skipped, c.seconds,
    (select count(*)::int from playlist_shares x where x.tenant_id = p.tenant_id and x.playlist_id = p.id) as shares,
    (select count(*)::int from playlist_devices d where ${livingDisplay}) as displays, p.version, p.created_at`;
const source = sql`playlists p left join users o on o.tenant_id = p.tenant_id and o.id = p.owner_id
  cross join lateral (select count(*)::int as items, coalesce(sum(i.seconds), 0)::int as seconds
    from playlist_items i where i.tenant_id = p.tenant_id and i.playlist_id = p.id) c`;

type Page = { where: SQL; sortValue: SQL; orderBy: SQL; limit: SQL };

export const listPage = (db: Db, where: SQL, page: Page) =>
  listed(
    db,
    sql`select ${rowColumns}, ${page.sortValue} as sort_value from ${source}
    where ${where} and ${page.where} order by ${page.orderBy} ${page.limit}`,
  );

export const countRows = (db: Db, where: SQL) => counted(db, sql`select count(*)::int as n from playlists p where ${where}`);

export const exportRows = (db: Db, where: SQL, orderBy: SQL, limit: SQL) =>
  exported(db, sql`select ${rowColumns} from ${source} where ${where} order by ${orderBy} ${limit}`);

const switchColumns = sql.join(
  switchNames.map((name) => sql`p.${sql.identifier(playlists[name].name)} as ${sql.identifier(name)}`),
  sql`, `,
);

export const readRow = (db: Db, id: string, viewer: Viewer) =>
  read(
    db,
    sql`select ${rowColumns}, p.transition, ${switchColumns}, p.language, p.theme from ${source}
    where p.id = ${id}::uuid and ${editablePlaylist(viewer)}`,
  );

const pickableShape = defineShape({
  ...{ report_id: 'uuid', title: 'text', group_name: 'text?', hue: 'int4?', cover_kind: 'text', cover_file: 'text?' },
  pages: typed<PickableReport['pages']>('jsonb'),
  ...{ needs_identity: 'bool', needs_roles: 'bool', ignore_rls: 'bool' },
});
export type PickableRow = RowOf<typeof pickableShape>;
const pickableColumns = sql`r.id as report_id, r.title, g.name as group_name, g.hue, r.cover_kind, r.cover_file, r.pages,
    r.needs_identity, r.needs_roles, r.ignore_rls`;

const pickable = raw('playlists.pickable', pickableShape);
const items = raw('playlists.items', {
  ...pickableShape,
  ...{ id: 'uuid', page: 'text?', view_id: 'uuid?', view_name: 'text?', state: 'text?', seconds: 'int4' },
  ...{ visible: 'bool', maintained: 'bool' },
  windows: typed<OnePlaylist['list'][number]['windows']>('jsonb'),
  on_open: typed<OnePlaylist['list'][number]['onOpen']>('text'),
});

/** Only what can be embedded: an external link has no pages and doesn't signal when it has loaded. */
export const findPickable = (db: Db, viewer: Viewer, words: string, most: number) =>
  pickable(
    db,
    sql`select ${pickableColumns} from ${reportsWithPlace}
    where r.kind = 'powerbi' and ${visibleReport(viewer)} and ${matchesWords(words)} order by r.sort_key, r.id limit ${most}`,
  );

/** The items of a playlist that this user composes. */
export const readItems = (db: Db, id: string, viewer: Viewer, mine: SQL) =>
  items(
    db,
    sql`select i.id, i.page, i.view_id, v.name as view_name, i.state, i.seconds, i.windows, i.on_open, ${pickableColumns},
      ${visibleReport(viewer)} as visible, ${maintenanceUntil} is not null as maintained
    from ${reportsWithPlace} join playlist_items i on i.tenant_id = r.tenant_id and i.report_id = r.id
      left join report_views v on v.tenant_id = i.tenant_id and v.id = i.view_id
    where i.playlist_id = ${id}::uuid and ${mine} order by i.position`,
  );
