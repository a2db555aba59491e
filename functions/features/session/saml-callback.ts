import { sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { handoffPath, samlCallback } from '../../../domain/session/contract.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { getOrigin, isProductHost } from '../../request/get-origin.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { admit } from './admit.ts';
import { getDevice } from './device.ts';
import { newProof, proofHere } from './proofs.ts';
import { handOff, readEntrant, waitForLink } from './session.sql.ts';
import { waitIn } from './wait-code.ts';

/** What a provider's response stored for this host: the user and where they wanted to go, or why they aren't admitted. */
export type SsoCode = {
  way: 'saml' | 'entra';
  redirect?: string | null;
  userId?: string;
  refusal?: ErrorCode;
  /** An existing user who can't be linked by the address alone has to confirm first. */
  confirm?: Confirm;
  /** Where a user without a unit of their own continues. */
  onward?: { tenant: string; host: string };
};
/** The identity that is linked once the user has confirmed it. */
type Confirm = { app: string; name: string; kind: 'saml' | 'entra'; issuer: string; subject: string; email: string };
/** What a provider's response keeps while it waits, in one browser. */
export type WaitingLink = Pick<SsoCode, 'way' | 'redirect'> & { userId: string; confirm: Confirm };

const takeCode = raw('session.take_sso_code', { body: typed<SsoCode | null>('jsonb?') });
const linkSeconds = 10 * 60;

/**
 * Exchanges the code of a provider's response for a session (Spec 4, 8: SAML callback); a used or late code, or one of another host, gets
 * the general message.
 */
export const takeSsoCode = bind(samlCallback, async ({ code, binding }, ctx) => {
  const wait = waitIn(code);
  if (wait !== null) throw new AppError('too_many_attempts', { minutes: Math.ceil(wait / 60) }, { retryAfterSeconds: wait });
  const proof = await newProof();
  const device = await getDevice(ctx);
  const [hash, shown, bound] = [await getHash(code), await getHash(ctx.cookies.sso ?? ''), await getHash(binding ?? '')];
  const [taken, people] = await ctx.database.withDoor((db) => [
    takeCode(db, sql`select app.sso_take(${proofHere(ctx, hash)}, ${shown}, ${bound}, ${proof}::bytea) as body`),
    readEntrant(db, ctx, proof, device),
  ]);
  const body = taken.rows[0]?.body;
  if (!body) throw new AppError('error_saml');
  if (body.refusal || !body.userId) throw new AppError(body.refusal ?? 'error_saml');
  if (body.onward) return goOnward(ctx, proof, body.onward.host);
  if (body.confirm) throw await askToConfirm(ctx, proof);
  const [entrant] = people.rows;
  if (!entrant) throw new AppError('not_found_companies');
  return admit(ctx, entrant, { proof, authType: body.way, known: entrant.device_known, device, redirect: body.redirect ?? null });
});

/** Keeps the response waiting in this browser until the user has confirmed it; the refusal names the page for that. */
async function askToConfirm(ctx: Context, proof: string): Promise<AppError> {
  const [browser, secret] = [newSecret(), newSecret()];
  const [hash, shown] = [await getHash(secret), await getHash(browser)];
  await ctx.database.withDoor((db) => [waitForLink(db, ctx, proof, hash, shown, linkSeconds)]);
  ctx.setHeader('set-cookie', `link=${browser}; Max-Age=${linkSeconds}; Path=/api/login/link; HttpOnly; Secure; SameSite=Strict`);
  return new AppError('redirect_confirm_link', undefined, { extra: { token: secret } });
}

const handoffSeconds = 60;

/**
 * This browser has shown that it began the sign-in: it carries the response to the other unit's host itself (see take-handoff.ts). Where a
 * unit controls this host's DNS, it could hand the code to another browser, so people begin at the other unit's own address.
 */
async function goOnward(ctx: Context, proof: string, host: string) {
  if (!isProductHost(ctx.host, ctx.env)) throw new AppError('error_azure_not_companies');
  const secret = newSecret();
  const hash = await getHash(secret);
  await ctx.database.withDoor((db) => [handOff(db, ctx, proof, hash, getOrigin(ctx.host, ctx.env), handoffSeconds)]);
  return { status: 'onward' as const, url: `${getOrigin(host, ctx.env)}${handoffPath}`, code: secret };
}
