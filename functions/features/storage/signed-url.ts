import type { Context } from '../../request/context.ts';
import { fromBase64, toBase64Url } from '../../services/ids.ts';

const lifeMs = 10 * 60 * 1000;
const keys = new Map<string, Promise<CryptoKey>>();

function getKey(secret: string): Promise<CryptoKey> {
  const known =
    keys.get(secret) ?? crypto.subtle.importKey('raw', fromBase64(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  keys.set(secret, known);
  return known;
}

const message = (tenantId: string, userId: string, file: string, until: number) =>
  new TextEncoder().encode([tenantId, userId, file, until].join('|'));

/** An address of a file for one user and ten minutes: an HMAC over tenant, user, file and expiry. */
export async function signedUrl(file: string, userId: string, ctx: Context): Promise<string> {
  const until = ctx.clock.now() + lifeMs;
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', await getKey(ctx.env.FILE_KEY), message(ctx.tenant.id, userId, file, until)));
  return `/storage/${file}?s=${encodeURIComponent([userId, until, toBase64Url(mac)].join('.'))}`;
}

/** Whether the signature is valid for this file on this tenant's host, and not expired. */
export async function isSigned(file: string, signature: string | null, ctx: Context): Promise<boolean> {
  const [userId = '', until = '', mac = ''] = (signature ?? '').split('.');
  if (!/^\d{1,15}$/.test(until) || Number(until) < ctx.clock.now() || !/^[\w-]{43}$/.test(mac)) return false;
  return crypto.subtle.verify('HMAC', await getKey(ctx.env.FILE_KEY), fromBase64(mac), message(ctx.tenant.id, userId, file, Number(until)));
}
