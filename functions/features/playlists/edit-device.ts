import { AppError } from '../../../domain/errors/catalogue.ts';
import { changeDevice, editDevice } from '../../../domain/playlists/devices-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { hashOf, newSecret } from '../../services/ids.ts';
import { changeRow, editRow } from './write-device.sql.ts';
import { refuseMisfit } from './write-device.ts';

/** Changes the version the person saw; the display hears of it at its next heartbeat. */
export const editOneDevice = bind(editDevice, async (input, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'playlists.devices'), (db) => [editRow(db, ctx, input, input)]);
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  refuseMisfit(outcome);
  if (outcome.changed !== 1) throw new AppError('changed_meanwhile');
  return { id: input.id, version: input.version + 1 };
});

/** A link made anew ends the old one at its next renewal; a revoked display is let in nowhere from this moment on. */
export const changeOneDevice = bind(changeDevice, async ({ id, action }, ctx) => {
  const token = action === 'rotate' ? newSecret() : null;
  const hash = token ? await hashOf(token) : null;
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'playlists.devices'), (db) => [changeRow(db, ctx, id, action, hash)]);
  const [written] = rows;
  if (!written) throw new AppError('not_found');
  return { token, expiresAt: new Date(written.expires_at).toISOString() };
});
