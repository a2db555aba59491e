import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { playlists } from '../../../db/schema/playlists.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { copyPlaylist } from '../../../domain/playlists/contract.ts';
import { settingNames } from '../../../domain/playlists/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { getWatcher, visiblePlaylist } from './playlist.ts';

type Copy = { of: string; id: string; name: string };

const settings = sql.join(
  settingNames.map((name) => sql.identifier(playlists[name].name)),
  sql`, `,
);
const copyOne = raw('playlists.copy', {});
const copyRow = (db: Db, ctx: SessionContext, { of, id, name }: Copy) =>
  copyOne(
    db,
    sql`insert into playlists (id, name, sort_key, owner_id, ${settings})
      select ${id}::uuid, ${name}, ${keyOfName(name)}, (select app.user_id()), ${settings}
      from playlists p where p.id = ${of}::uuid and ${visiblePlaylist(getWatcher(ctx))}`,
  );

const contents = sql`position, report_id, page, view_id, state, seconds, windows, on_open`;
const copyContents = raw('playlists.copy_items', {});
const copyItems = (db: Db, { of, id }: Copy) =>
  copyContents(
    db,
    sql`insert into playlist_items (id, playlist_id, ${contents})
      select gen_random_uuid(), w.id, ${contents} from playlists w, playlist_items i
      where w.id = ${id}::uuid and i.playlist_id = ${of}::uuid`,
  );

const record = raw('playlists.record_copy', {});
const recordCopy = (db: Db, ctx: SessionContext, { of, id, name }: Copy) =>
  record(
    db,
    auditEach(ctx, {
      what: 'playlist.copy',
      row: sql`w.id`,
      facts: { before: { id: sql`o.id`, name: sql`o.name` }, after: { name } },
      from: sql`playlists w, playlists o`,
      where: sql`w.id = ${id}::uuid and o.id = ${of}::uuid`,
    }),
  );

/**
 * A copy of a playlist that this user may play; each viewer of the copy still sees only the items they may see. Without the first nothing
 * is copied: the later statements read the copy.
 */
export const copyOnePlaylist = bind(copyPlaylist, async ({ id: of, name }, ctx) => {
  const copy = { of, id: newId(ctx.clock.now()), name };
  const [{ rowCount }] = await ctx.database.withTenant(getEntry(ctx, 'playlists.edit'), (db) => [
    copyRow(db, ctx, copy),
    copyItems(db, copy),
    recordCopy(db, ctx, copy),
  ]);
  if (rowCount !== 1) throw new AppError('not_found');
  return { id: copy.id, version: 1 };
});
