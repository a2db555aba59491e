import { isOn } from '../../../domain/contract/flag.ts';
import { startEntra } from '../../../domain/entra/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { ownPath } from '../../../domain/session/intended.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { getHash, newId, newSecret } from '../../services/ids.ts';
import type { Place } from '../../services/seal.ts';
import { startRequest } from './entra.sql.ts';
import { getCallback, openId } from './provider.ts';
import type { App, EntraRequest } from './registration.ts';

export type Kept = { verifier: string; nonce: string };
export const keptPlace = (tenantId: string, rowId: string): Place => ({ tenantId, table: 'tickets', rowId, column: 'body.kept' });

/** The first step (Spec 4): stores everything that the answer is checked against. The answer goes to the product's own host. One trip. */
export const beginEntra = bind(startEntra, async ({ redirect, email }, ctx) => {
  if (redirect !== undefined && ownPath(redirect) === null) throw invalidInput('redirect');
  const { randomPKCECodeVerifier, calculatePKCECodeChallenge, randomNonce } = await openId();
  const [verifier, nonce, state, binding] = [randomPKCECodeVerifier(), randomNonce(), newSecret(), newSecret()];
  const id = newId(ctx.clock.now());
  const request: Omit<EntraRequest, 'app'> = {
    id,
    host: ctx.host,
    redirect: redirect ?? null,
    binding: await getHash(binding),
    kept: await ctx.sealer.seal(JSON.stringify({ verifier, nonce } satisfies Kept), keptPlace(ctx.tenant.id, id)),
  };
  const app = await storeRequest(ctx, state, request);
  const clientId = isOn(app.settings.own) ? app.settings.clientId : ctx.env.ENTRA_CLIENT_ID;
  if (!clientId) throw new AppError('error_saml');
  // The authorization address is fixed, so the provider's metadata is not fetched here.
  const url = new URL(`${ctx.env.SIGN_IN_AUTHORITY.replace(/\/$/, '')}/organizations/oauth2/v2.0/authorize`);
  const asked: Record<string, string> = {
    client_id: clientId,
    redirect_uri: getCallback(ctx.env),
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile email',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(email?.includes('@') ? { login_hint: email } : { prompt: 'select_account' }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return { url: url.href, binding };
});

async function storeRequest(ctx: Context, state: string, request: object): Promise<App> {
  const hash = await getHash(state);
  const [result] = await ctx.database.withDoor((db) => [startRequest(db, ctx, hash, request)]);
  const app = result.rows[0]?.app;
  if (!app) throw new AppError('error_saml');
  if (app.limited) throw new AppError('too_many_attempts', { minutes: 15 }, { retryAfterSeconds: 15 * 60 });
  return app;
}
