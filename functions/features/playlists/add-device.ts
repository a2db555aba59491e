import { eq, sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import type { Db } from '../../../db/client.ts';
import { playlists } from '../../../db/schema/playlists.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { addDevice } from '../../../domain/playlists/devices-contract.ts';
import { refuseDisplay } from '../../../domain/playlists/display.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getHash, newId, newSecret } from '../../services/ids.ts';
import { announceDevice, insertDevice, readFits, stillFits } from './write-device.sql.ts';

/** Creates a display with a link: 256 random bits; the database gets their hash, and only this answer shows them. */
export const addOneDevice = bind(addDevice, async (input, ctx) => {
  const entry = getEntry(ctx, 'playlists.devices');
  const [fits] = await ctx.database.withTenant(entry, (db) => [readFits(db, input)]);
  throwIfRefused(refuseDisplay(fits.rows[0]));

  const id = newId(ctx.clock.now());
  const token = newSecret();
  const hash = await getHash(token);
  const lockPlaylist = (db: Db) => db.select({ one: sql`1` }).from(playlists).where(eq(playlists.id, input.playlistId)).for('key share');
  const [, , { rows }] = await ctx.database.withTenant(entry, (db) => [
    // A removal of the playlist waits, or has won.
    mustHold(db, sql`exists ${lockPlaylist(db)}`),
    mustHold(db, stillFits(input)),
    insertDevice(db, id, hash, input),
    announceDevice(db, ctx, id),
  ]);
  const [written] = rows;
  if (!written) throw new AppError('changed_meanwhile');
  return { id, token, expiresAt: new Date(written.expires_at).toISOString() };
});
