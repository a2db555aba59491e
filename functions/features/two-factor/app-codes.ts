import { appCode } from '../../../domain/two-factor/codes.ts';
import type { FreshKey } from '../../../domain/two-factor/contract.ts';
import { stepSeconds, stepsAround } from '../../../domain/two-factor/limits.ts';
import type { Context } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';

export type StoredApp = { id: string; secret: string; step: number };

const options = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const;
// A factor belongs to no tenant: an account has it in all of them.
const place = (id: string) => ({ tenantId: '-', table: 'factors', rowId: id, column: 'secret' });

/** A new key, shown and sealed. Sending the seal back with a right code proves that an app has the key, so nothing is stored before. */
export async function freshKey(ctx: Context, email: string): Promise<FreshKey> {
  const { Secret, TOTP } = await import('otpauth');
  const id = newId(ctx.clock.now());
  const key = new Secret({ size: 20 }).base32;
  const uri = new TOTP({ ...options, issuer: ctx.tenant.name, label: email, secret: key }).toString();
  return { id, seal: await ctx.sealer.seal(key, place(id)), key, uri };
}

/** The key in a seal that was made for this id; null for any other. */
export const openSeal = (ctx: Context, { id, seal }: { id: string; seal: string }): Promise<string | null> =>
  ctx.sealer.open(seal, place(id)).catch(() => null);

/** The clock step of a code, accepting one before or after; null for a wrong one. */
export async function getStep(key: string, typed: string, now: number): Promise<number | null> {
  const token = appCode(typed);
  if (!token) return null;
  const { TOTP } = await import('otpauth');
  const delta = new TOTP({ ...options, secret: key }).validate({ token, timestamp: now, window: stepsAround });
  return delta === null ? null : Math.floor(now / 1000 / stepSeconds) + delta;
}

/** The same for a stored app: each step works once. */
export async function stepOfStored(ctx: Context, app: StoredApp, typed: string): Promise<number | null> {
  const step = await getStep(await ctx.sealer.open(app.secret, place(app.id)), typed, ctx.clock.now());
  return step !== null && step > app.step ? step : null;
}
