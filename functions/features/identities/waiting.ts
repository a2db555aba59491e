import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../request/context.ts';
import { getHash } from '../../services/ids.ts';
import { getDevice, type KnownEntrant, readEntrant } from '../session/index.ts';
import { type StoredPasskey, tooMany } from '../two-factor/index.ts';
import { openLink, type WaitingRow } from './identities.sql.ts';

export type Waiting = WaitingRow & {
  hash: string;
  browser: string;
  device: string | null;
  mine: StoredPasskey[];
  any: boolean;
  entrant: KnownEntrant;
};

/** The hashes that identify a waiting answer and the browser it waits in. */
export const getKeys = async (ctx: Context, token: string): Promise<{ hash: string; browser: string }> => ({
  hash: await getHash(token),
  browser: await getHash(ctx.cookies.link ?? ''),
});

/**
 * Reads the provider's answer that waits in this browser, with the user's means of proof; counts the attempt if `guess` is set. One trip.
 */
export async function openWaiting(ctx: Context, token: string, guess: boolean): Promise<Waiting> {
  const { hash, browser } = await getKeys(ctx, token);
  const device = await getDevice(ctx);
  const [result, people] = await ctx.database.withDoor((db) => [
    openLink(db, ctx, { hash, browser, guess }),
    readEntrant(db, ctx, hash, device),
  ]);
  const [row] = result.rows;
  const [entrant] = people.rows;
  if (row?.state === 'limited') throw tooMany(row.wait);
  if (row?.state !== 'ok' || !entrant) throw new AppError('factor_over');
  const passkeys = row.passkeys ?? [];
  return {
    ...row,
    hash,
    browser,
    device,
    mine: passkeys.filter(({ host }) => host === ctx.host),
    any: row.totp !== null || passkeys.length > 0 || row.recovery > 0,
    entrant,
  };
}
