import { sql } from 'drizzle-orm';
import { audited } from '../../../db/audited.ts';
import { playlists } from '../../../db/schema/playlists.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { decideAdd } from '../../../domain/playlists/compose.ts';
import { addPlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { foundIn, getSettings, holdFound, readFound, writeContents } from './contents.ts';
import { getWatcher } from './playlist.ts';

/** Adds the playlist with items and shares, or nothing. */
export const addOnePlaylist = bind(addPlaylist, async (input, ctx) => {
  const now = ctx.clock.now();
  const id = newId(now);
  const sortKey = keyOfName(input.name);
  const entry = getEntry(ctx, 'playlists.edit');
  const found = await ctx.database.withTenant(entry, (db) => readFound(db, getWatcher(ctx), input));
  const { change } = planOrThrow(decideAdd(input, foundIn(found, input)));
  await ctx.database.withTenant(entry, (db) => [
    ...holdFound(db, input),
    db.insert(playlists).values({ ...getSettings(input), id, sortKey, ownerId: sql`(select app.user_id())` }),
    ...writeContents(db, id, input, now),
    audited(db, ctx, 'playlist.add', id, change),
  ]);
  return { id, version: 1 };
});
