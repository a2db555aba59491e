import { AppError } from '../../../domain/errors/catalogue.ts';
import { triesOfStep } from '../../../domain/two-factor/limits.ts';
import type { Context } from '../../request/context.ts';
import { getHash } from '../../services/ids.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { getDevice, type KnownEntrant, readEntrant } from '../session/index.ts';
import type { StoredApp } from './app-codes.ts';
import type { StoredPasskey } from './passkeys.ts';
import { type PendingRow, readPending, refuseFactor } from './two-factor.sql.ts';

export type Opened = Omit<PendingRow, 'holder' | 'totps' | 'passkeys'> & {
  holder: string;
  apps: StoredApp[];
  passkeys: StoredPasskey[];
  hash: string;
  device: string | null;
  mine: StoredPasskey[];
  any: boolean;
  entrant: KnownEntrant;
};

export const tooMany = (seconds: number) =>
  new AppError('too_many_attempts', { minutes: Math.ceil(seconds / 60) }, { retryAfterSeconds: seconds });

/**
 * The pending sign-in behind a ticket of this host, with the facts that decide whether the user may still be admitted. A guess is counted.
 * One trip.
 */
export async function openPending(ctx: Context, token: string, guess: boolean): Promise<Opened> {
  const hash = await getHash(token);
  const device = await getDevice(ctx);
  const [opened, people] = await ctx.database.withDoor((db) => [
    readPending(db, ctx, hash, device, guess),
    readEntrant(db, ctx, hash, device),
  ]);
  const [row] = opened.rows;
  const [entrant] = people.rows;
  if (guess && row?.person && row.state !== 'ok')
    recordFactor(ctx, {
      step: hash,
      code: 'too_many_attempts',
      tell: row.state === 'limited' && row.holder !== null,
    });
  if (row?.state === 'limited') throw tooMany(row.wait);
  if (row?.state !== 'ok' || !entrant || !row.holder) throw new AppError('factor_over');
  const passkeys = row.passkeys ?? [];
  const apps = row.totps ?? [];
  const any = apps.length > 0 || passkeys.length > 0 || row.recovery > 0;
  // When the password must be changed, a factor can be given first, but not set up.
  if (row.body.change && !any) throw new AppError('factor_over');
  return {
    ...row,
    holder: row.holder,
    apps,
    hash,
    device,
    passkeys,
    mine: passkeys.filter(({ host }) => host === ctx.host),
    any,
    entrant,
  };
}

/** Counts a wrong answer of a pending sign-in; the last one allowed ends it. */
export const recordWrong = (ctx: Context, { hash, body }: Opened): void =>
  recordFactor(ctx, { step: hash, code: 'factor_wrong', tell: (body.tries ?? 0) >= triesOfStep });

/** `step` is the pending step, or the proof of a passkey. */
type Refused = { step: string; code: 'factor_wrong' | 'too_many_attempts'; tell?: boolean };

/**
 * Records a failed second factor in the sign-in log; `tell` where the sign-in has ended, so that the user gets a mail about it, once an
 * hour.
 */
export function recordFactor(ctx: Context, { step, code, tell = false }: Refused): void {
  const record = async () => {
    const [{ rows }] = await ctx.database.withDoor((db) => [refuseFactor(db, ctx, step, code, tell)]);
    if (rows[0]?.told) wakeTenantOutbox(ctx, ctx.tenant.id);
  };
  ctx.later(record());
}
