import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { addDevice } from '../../../domain/playlists/devices-contract.ts';
import { refuseDisplay } from '../../../domain/playlists/display.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { hashOf, newId, newSecret } from '../../services/ids.ts';
import { addRow } from './write-device.sql.ts';

/** Creates a display with a link: 256 random bits; the database gets their hash, and only this answer shows them. */
export const addOneDevice = bind(addDevice, async (input, ctx) => {
  const id = newId(ctx.clock.now());
  const token = newSecret();
  const hash = await hashOf(token);
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'playlists.devices'), (db) => [addRow(db, ctx, id, hash, input)]);
  const [outcome] = rows;
  throwIfRefused(refuseDisplay(outcome));
  return { id, token, expiresAt: new Date(outcome?.expires_at ?? 0).toISOString() };
});
