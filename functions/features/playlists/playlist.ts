import { type SQL, sql } from 'drizzle-orm';
import type { PlaylistRow } from '../../../domain/playlists/contract.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import type { SessionContext } from '../../http/context.ts';
import { maintenanceUntil, reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

export type Viewer = { userId: string; seesAll: boolean };
export const watcherOf = (ctx: SessionContext): Viewer => ({ userId: ctx.session.sub, seesAll: viewerOf(ctx).seesAll === true });

const groupsOf = (userId: string) =>
  sql`select m.user_group_id from user_group_members m join user_groups q on q.tenant_id = m.tenant_id and q.id = m.user_group_id and q.deleted_at is null where m.tenant_id = p.tenant_id and m.user_id = ${userId}::uuid`;

/** Which playlists p a person plays: all for an administrator, his own and those shared with him for a user (BEHAVIOUR 6). */
export const visiblePlaylist = ({ userId, seesAll }: Viewer): SQL =>
  seesAll
    ? sql`true`
    : sql`(p.owner_id = ${userId}::uuid or exists (select from playlist_shares x where x.tenant_id = p.tenant_id and x.playlist_id = p.id and (x.user_id = ${userId}::uuid or x.user_group_id in (${groupsOf(userId)}))))`;

/** Which playlists p a person composes: all for an administrator, his own for a user who may. */
export const editablePlaylist = ({ userId, seesAll }: Viewer): SQL => (seesAll ? sql`true` : sql`p.owner_id = ${userId}::uuid`);

/** The displays d of playlist p that live: what they show is an administrator's matter. */
export const livingDisplay = sql`d.tenant_id = p.tenant_id and d.playlist_id = p.id and d.approved_at is not null and d.revoked_at is null and d.expires_at > app.now()`;

export type Row = {
  id: string;
  name: string;
  description: string;
  owner_id: string;
  owner_name: string | null;
  items: number;
  skipped: number;
  seconds: number;
  shares: number;
  displays: number;
  version: number;
  created_at: string;
};

// What nobody can be shown now: an administrator sees every report that is not hidden or in maintenance.
const everybody: Viewer = { userId: '00000000-0000-0000-0000-000000000000', seesAll: true };
const skippedItems = sql`(select count(*) from ${reportsWithPlace} join playlist_items i on i.tenant_id = r.tenant_id and i.report_id = r.id where i.tenant_id = p.tenant_id and i.playlist_id = p.id and (not ${visibleReport(everybody)} or ${maintenanceUntil} is not null))`;

export const rowColumns = sql`p.id, p.name, p.description, p.owner_id, o.name as owner_name, c.items, ${skippedItems}::int as skipped, c.seconds, (select count(*)::int from playlist_shares x where x.tenant_id = p.tenant_id and x.playlist_id = p.id) as shares,
  (select count(*)::int from playlist_devices d where ${livingDisplay}) as displays, p.version, p.created_at`;
export const source = sql`playlists p left join users o on o.tenant_id = p.tenant_id and o.id = p.owner_id
  cross join lateral (select count(*)::int as items, coalesce(sum(i.seconds), 0)::int as seconds from playlist_items i where i.tenant_id = p.tenant_id and i.playlist_id = p.id) c`;

export function present(row: Row, viewer: Viewer, mayMake: boolean): PlaylistRow {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    owner: row.owner_name === null ? null : { id: row.owner_id, name: row.owner_name },
    items: row.items,
    skipped: row.skipped,
    seconds: row.seconds,
    shares: row.shares,
    displays: row.displays,
    mayEdit: viewer.seesAll || (mayMake && row.owner_id === viewer.userId && row.displays === 0),
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** The beginning of every word wanted must begin a word of the folded name. */
export const matchesName = (key: SQL, search: string | undefined): SQL =>
  sql.join(
    [
      sql`true`,
      ...searchWords(search ?? '')
        .slice(0, 8)
        .map((word) => sql`(' ' || ${key}) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ],
    sql` and `,
  );

export const conditions = (ctx: SessionContext, filters: { search?: string | undefined; mine?: '1' | undefined }): SQL => {
  const viewer = watcherOf(ctx);
  const mine = filters.mine ? sql` and p.owner_id = ${viewer.userId}::uuid` : sql``;
  return sql`${visiblePlaylist(viewer)}${mine} and ${matchesName(sql`p.sort_key`, filters.search)}`;
};
