import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { samlCallback } from '../../../domain/session/contract.ts';
import { bind } from '../../http/bind.ts';
import { hashOf } from '../../services/ids.ts';
import type { ProviderSession } from '../../services/saml/app.ts';
import { admit } from './admit.ts';
import { takeTicketOfPerson } from './tickets.ts';
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
};

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
  if (!entrant) throw new AppError('not_found_companies');
  return admit(ctx, entrant, {
    authType: body.way,
    known: entrant.device_known,
    redirect: body.redirect ?? null,
    provider: body.provider,
    ends: body.ends,
  });
});
