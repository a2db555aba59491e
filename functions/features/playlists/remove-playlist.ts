import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { countRows, mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { playlistDevices, playlists } from '../../../db/schema/playlists.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { removePlaylist } from '../../../domain/playlists/contract.ts';
import { decideRemoval } from '../../../domain/playlists/remove.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { editablePlaylist, getWatcher, isFree, onDisplay } from './playlist.ts';

/** Its displays stay, without a playlist, until an administrator gives them another one. */
export const removeOnePlaylist = bind(removePlaylist, async ({ id }, ctx) => {
  const viewer = getWatcher(ctx);
  const entry = getEntry(ctx, 'playlists.edit');
  const isItsDisplay = eq(playlistDevices.playlistId, id);
  const [[stored]] = await ctx.database.withTenant(entry, (db) => {
    const p = alias(playlists, 'p');
    const displays = db.$count(playlistDevices, isItsDisplay);
    return [
      db
        .select({ version: p.version, name: p.name, onDisplay, displays })
        .from(p)
        .where(and(eq(p.id, id), editablePlaylist(viewer))),
    ];
  });
  const plan = planOrThrow(decideRemoval(stored, viewer.seesAll));

  const lockDisplays = (db: Db) =>
    db.select({ one: sql`1` }).from(playlistDevices).where(isItsDisplay).orderBy(playlistDevices.id).for('no key update');
  const isStored = and(eq(playlists.id, id), eq(playlists.version, plan.version));
  const lockPlaylist = (db: Db) => db.select({ one: sql`1` }).from(playlists).where(isStored).for('update');
  await ctx.database.withTenant(entry, (db) => [
    // Displays before their playlist, as an edit of a display locks them.
    mustHold(db, sql`(select count(*) from ${lockDisplays(db)} as locked) = ${plan.displays}`),
    mustHold(db, sql`(select count(*) from ${lockPlaylist(db)} as locked) = 1`),
    // From here on no display can get it; one that just did is among these.
    mustHold(db, sql`${countRows(db, playlistDevices, isItsDisplay)} = ${plan.displays}`),
    ...(viewer.seesAll ? [] : [mustHold(db, isFree(id))]),
    db
      .update(playlistDevices)
      .set({ playlistId: null, version: sql`${playlistDevices.version} + 1` })
      .where(isItsDisplay),
    db.delete(playlists).where(eq(playlists.id, id)),
    audited(db, ctx, 'playlist.delete', id, plan.change),
  ]);
  return { status: 'ok' as const };
});
