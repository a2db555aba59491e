import { type SQL, sql } from 'drizzle-orm';
import { searchWords } from '../../../domain/text/fold.ts';
import type { SessionContext } from '../../request/context.ts';
import { getViewer } from '../reports/index.ts';

export type Viewer = { userId: string; seesAll: boolean };
export const getWatcher = (ctx: SessionContext): Viewer => ({ userId: ctx.session.sub, seesAll: getViewer(ctx).seesAll === true });

const getGroups = (userId: string) =>
  sql`select m.user_group_id from user_group_members m
    join user_groups q on q.tenant_id = m.tenant_id and q.id = m.user_group_id and q.deleted_at is null
    where m.tenant_id = p.tenant_id and m.user_id = ${userId}::uuid`;

/** Which playlists p a user plays: all for an administrator, their own and those shared with them for an ordinary user. */
export const visiblePlaylist = ({ userId, seesAll }: Viewer): SQL =>
  seesAll
    ? sql`true`
    : sql`(p.owner_id = ${userId}::uuid or exists (select from playlist_shares x where x.tenant_id = p.tenant_id and x.playlist_id = p.id
        and (x.user_id = ${userId}::uuid or x.user_group_id in (${getGroups(userId)}))))`;

/** Which playlists p a user composes: all for an administrator, their own for an ordinary user with the permission. */
export const editablePlaylist = ({ userId, seesAll }: Viewer): SQL => (seesAll ? sql`true` : sql`p.owner_id = ${userId}::uuid`);

/** The displays d of playlist p that exist; only administrators change what they show. */
export const livingDisplay = sql`d.tenant_id = p.tenant_id and d.playlist_id = p.id
  and d.approved_at is not null and d.revoked_at is null and d.expires_at > app.now()`;
export const onDisplay = sql<boolean>`exists (select from playlist_devices d where ${livingDisplay})`;
/** The playlist `id` plays on no display. */
export const isFree = (id: string) => sql`not exists (select from playlists p where p.id = ${id}::uuid and ${onDisplay})`;

/** Every wanted word must begin a word of the folded name. */
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
  const viewer = getWatcher(ctx);
  const mine = filters.mine ? sql` and p.owner_id = ${viewer.userId}::uuid` : sql``;
  return sql`${visiblePlaylist(viewer)}${mine} and ${matchesName(sql`p.sort_key`, filters.search)}`;
};
