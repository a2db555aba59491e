import { AppError } from '../../../domain/errors/catalogue.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { isCode, normalCode } from '../../../domain/playlists/code.ts';
import { pairDevice } from '../../../domain/playlists/devices-contract.ts';
import { refuseDisplay } from '../../../domain/playlists/display.ts';
import { codeWaitSeconds } from '../../../domain/playlists/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getHash } from '../../services/ids.ts';
import { getCodeHash } from './pairing.ts';
import { mayTry, pairRow } from './write-device.sql.ts';

/** Approves the screen with this code. Attempts are counted before the code is compared, so that codes can't be brute-forced. */
export const pairOneDevice = bind(pairDevice, async (input, ctx) => {
  if (!isCode(input.code)) throw new AppError('pairing_code_unknown', undefined, { field: 'code' });
  const hash = await getHash(getCodeHash(ctx.tenant.id, normalCode(input.code)));
  const [tried, paired] = await ctx.database.withTenant(getEntry(ctx, 'playlists.devices'), (db) => [
    mayTry(db),
    pairRow(db, ctx, hash, input),
  ]);
  if (!tried.rows[0]?.allowed)
    throw new AppError('too_many_attempts', { minutes: codeWaitSeconds / 60 }, { retryAfterSeconds: codeWaitSeconds });
  const [outcome] = paired.rows;
  if (outcome) throwIfRefused(refuseDisplay(outcome));
  if (!outcome?.id) throw new AppError('pairing_code_unknown', undefined, { field: 'code' });
  return { id: outcome.id, expiresAt: new Date(outcome.expires_at ?? 0).toISOString() };
});
