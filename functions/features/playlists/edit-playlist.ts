import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { lockVersion, mustHold, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { playlistItems, playlistShares, playlists } from '../../../db/schema/playlists.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { decideEdit } from '../../../domain/playlists/compose.ts';
import { editPlaylist } from '../../../domain/playlists/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { foundIn, getSettings, holdFound, readFound, writeContents } from './contents.ts';
import { editablePlaylist, getWatcher, isFree, onDisplay, type Viewer } from './playlist.ts';

function readStored(db: Db, id: string, viewer: Viewer) {
  const p = alias(playlists, 'p');
  const shares = (column: AnyPgColumn) => db.$count(playlistShares, and(eq(playlistShares.playlistId, id), isNotNull(column)));
  return db
    .select({
      version: p.version,
      name: p.name,
      people: shares(playlistShares.userId),
      groups: shares(playlistShares.userGroupId),
      onDisplay,
    })
    .from(p)
    .where(and(eq(p.id, id), editablePlaylist(viewer)));
}

/** Changes the version the user saw. */
export const editOnePlaylist = bind(editPlaylist, async ({ id, version, ...fields }, ctx) => {
  const sortKey = keyOfName(fields.name);
  const viewer = getWatcher(ctx);
  const entry = getEntry(ctx, 'playlists.edit');
  const [[row], items, ...found] = await ctx.database.withTenant(entry, (db) => [
    readStored(db, id, viewer),
    db
      .select({ reportId: playlistItems.reportId, viewId: playlistItems.viewId, seconds: playlistItems.seconds })
      .from(playlistItems)
      .where(eq(playlistItems.playlistId, id))
      .orderBy(asc(playlistItems.position)),
    ...readFound(db, viewer, fields),
  ]);
  const stored = row && { ...row, items };
  const plan = planOrThrow(decideEdit({ ...fields, version }, stored, foundIn(found, fields), viewer.seesAll));

  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, playlists, and(eq(playlists.id, id), eq(playlists.version, version))),
    ...(viewer.seesAll ? [] : [mustHold(db, isFree(id))]),
    ...holdFound(db, fields),
    db
      .update(playlists)
      .set(setOf(playlists, { ...getSettings(fields), sortKey, version: plan.version }))
      .where(eq(playlists.id, id)),
    ...writeContents(db, id, fields, ctx.clock.now()),
    audited(db, ctx, 'playlist.edit', id, plan.change),
  ]);
  return { id, version: plan.version };
});
