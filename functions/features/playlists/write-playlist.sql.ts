import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { playlists } from '../../../db/schema/playlists.ts';
import { settingNames } from '../../../domain/playlists/fields.ts';
import type { SessionContext } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { editablePlaylist, livingDisplay, type Viewer, visiblePlaylist, watcherOf } from './playlist.ts';

const copied = raw('playlists.copy', { id: 'uuid' });
const removed = raw('playlists.remove', { on_display: 'bool' });

const itemColumns = sql`id, playlist_id, position, report_id, page, view_id, state, seconds, windows, on_open`;
const settingColumns = sql.join(
  settingNames.map((name) => sql.identifier(playlists[name].name)),
  sql`, `,
);

/** Whether playlist p plays on a display and this user isn't an administrator, so that they can't change it. */
const onDisplay = (viewer: Viewer) => sql`exists (select from playlist_devices d where ${livingDisplay}) and not ${viewer.seesAll}`;

export const copyRow = (db: Db, ctx: SessionContext, id: string, copy: { id: string; name: string }) =>
  copied(
    db,
    sql`with o as (select * from playlists p where p.id = ${id}::uuid and ${visiblePlaylist(watcherOf(ctx))}),
      w as (insert into playlists (id, name, sort_key, owner_id, ${settingColumns})
        select ${copy.id}::uuid, ${copy.name}, ${keyOfName(copy.name)}, (select app.user_id()), ${settingColumns} from o returning id),
      ni as (insert into playlist_items (${itemColumns})
        select gen_random_uuid(), w.id, i.position, i.report_id, i.page, i.view_id, i.state, i.seconds, i.windows, i.on_open
        from w, o join playlist_items i on i.playlist_id = o.id),
      a as (${auditEach(ctx, {
        what: 'playlist.copy',
        row: sql`w.id`,
        facts: { before: { id: sql`o.id`, name: sql`o.name` }, after: { name: copy.name } },
        from: sql`w, o`,
      })})
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
      a as (${auditEach(ctx, {
        what: 'playlist.delete',
        row: sql`w.id`,
        facts: { before: { name: sql`o.name`, displays: sql`(select count(*) from d)` } },
        from: sql`w, o`,
      })})
    select o.on_display from o`,
  );
}
