import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { handoffPath, samlCallback } from '../../../domain/session/contract.ts';
import { bind } from '../../http/bind.ts';
import type { Context } from '../../http/context.ts';
import { originOf } from '../../http/origin-of.ts';
import { hashOf, newSecret } from '../../services/ids.ts';
import type { ProviderSession } from '../../services/saml/app.ts';
import { admit } from './admit.ts';
import { makeTicket, takeTicketOfPerson } from './tickets.ts';
import { waitIn } from './wait-code.ts';

/** What a provider's answer left for this host: who it is and where he wanted to go, or why he does not come in. */
export type SsoCode = {
  way: 'saml' | 'entra';
  redirect?: string | null;
  userId?: string;
  refusal?: ErrorCode;
  /** By what the provider is told when he leaves. */
  provider?: ProviderSession;
  /** When the provider's own session ends, and with it the one here. */
  ends?: string;
  /** The hash of the cookie of the browser that asked the provider; nobody finishes what another began. */
  browser?: string;
  /** The hash of what the browser that began must show. */
  binding?: string;
  /** Somebody who is here and whom an address alone doesn't link: confirmed first. */
  confirm?: Confirm;
  /** Where a person without a unit of their own goes on. */
  onward?: { tenant: string; host: string };
};
/** What is bound once its person has confirmed it. */
type Confirm = { app: string; name: string; kind: 'saml' | 'entra'; issuer: string; subject: string; email: string };
/** What a provider's answer keeps while it waits, in one browser. */
export type WaitingLink = Pick<SsoCode, 'way' | 'redirect' | 'provider' | 'ends'> & { userId: string; confirm: Confirm; browser: string };

const linkSeconds = 10 * 60;

/** The code of a provider's answer becomes a session (Spec 4, 8: SAML callback); used, late or of another host says the general sentence. */
export const takeSsoCode = bind(samlCallback, async ({ code, binding }, ctx) => {
  const wait = waitIn(code);
  if (wait !== null) throw new AppError('too_many_attempts', { minutes: Math.ceil(wait / 60) }, { retryAfterSeconds: wait });
  const found = await takeTicketOfPerson<SsoCode>(ctx, code, 'sso.code');
  if (!found) throw new AppError('error_saml');
  const { body, entrant } = found;
  if (body.browser && body.browser !== (await hashOf(ctx.cookies.sso ?? ''))) throw new AppError('error_saml');
  // Brought to another browser than the one that began: nobody is signed in as somebody else by a link.
  if (body.binding && body.binding !== (await hashOf(binding ?? ''))) throw new AppError('error_saml');
  if (body.refusal || !body.userId) throw new AppError(body.refusal ?? 'error_saml');
  if (body.onward) return goOnward(ctx, body, body.onward);
  if (body.confirm) throw await askToConfirm(ctx, body, body.confirm, body.userId);
  if (!entrant) throw new AppError('not_found_companies');
  return admit(ctx, entrant, {
    authType: body.way,
    known: entrant.device_known,
    redirect: body.redirect ?? null,
    provider: body.provider,
    ends: body.ends,
  });
});

/** Leaves the answer waiting in this browser until its person has confirmed it; the page for that is named by the refusal. */
async function askToConfirm(ctx: Context, { way, redirect, provider, ends }: SsoCode, confirm: Confirm, userId: string): Promise<AppError> {
  const browser = newSecret();
  const body: WaitingLink = { way, redirect: redirect ?? null, provider, ends, userId, confirm, browser: await hashOf(browser) };
  const { secret, store } = await makeTicket(ctx, { purpose: 'sso.link', body, seconds: linkSeconds });
  await ctx.database.withDoor((db) => [db.execute(store)]);
  ctx.setHeader('set-cookie', `link=${browser}; Max-Age=${linkSeconds}; Path=/api/login/link; HttpOnly; Secure; SameSite=Strict`);
  return new AppError('redirect_confirm_link', undefined, { extra: { token: secret } });
}

const handoffSeconds = 60;

/** This browser has shown that it began: it carries the answer to the other unit's host itself (see take-handoff.ts). */
async function goOnward(
  ctx: Context,
  { binding: _binding, onward: _onward, ...left }: SsoCode,
  { tenant, host }: { tenant: string; host: string },
) {
  const body = { ...left, from: originOf(ctx.host, ctx.env) };
  const { secret, store } = await makeTicket(ctx, { purpose: 'sso.handoff', tenant, host, body, seconds: handoffSeconds });
  await ctx.database.withDoor((db) => [db.execute(store)]);
  return { status: 'onward' as const, url: `${originOf(host, ctx.env)}${handoffPath}`, code: secret };
}
