import { type CloudPerson, cloudPerson } from '../../../domain/entra/person.ts';
import { fold } from '../../../domain/text/fold.ts';
import type { Context } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { describeError } from '../../request/log.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import { newProof } from '../session/index.ts';
import { endedPage } from './ended-page.ts';
import { arrive, takeRequest } from './entra.sql.ts';
import { getCallback, openId, providerFor, type Registration } from './provider.ts';
import { type App, type EntraRequest, getRegistration } from './registration.ts';
import { type Kept, keptPlace } from './start.ts';

type Asked = { tenant_id: string; body: EntraRequest; app: App | null; proof: string };

/** The provider's answer, on the product's host. Once verified, it becomes a single-use code for the tenant's host. Two trips. */
export async function serveEntraCallback(ctx: Context, url: URL, acceptLanguage: string): Promise<Response> {
  const state = url.searchParams.get('state') ?? '';
  const asked = ctx.host === ctx.env.PRODUCT_HOST && /^[\w-]{43}$/.test(state) ? await askedBy(ctx, state) : null;
  // The tenant is unknown, so there is no portal to return to.
  if (!asked) return endedPage(acceptLanguage);
  const person = await whoIs(ctx, asked, url, state).catch((error: unknown) => {
    ctx.log('entra_refused', describeError(error));
    return null;
  });
  const { host, code } = await leaveCode(ctx, asked, person);
  return new Response(null, {
    status: 303,
    headers: { location: `${getOrigin(host, ctx.env)}/redirect?code=${code}`, 'cache-control': 'no-store' },
  });
}

async function askedBy(ctx: Context, state: string): Promise<Asked | null> {
  const hash = await getHash(state);
  const proof = await newProof();
  const [result] = await ctx.database.withDoor((db) => [takeRequest(db, ctx, hash, proof)]);
  const [asked] = result.rows;
  return asked ? { ...asked, proof } : null;
}

/** The user that the provider vouches for. Throws unless code, state, nonce, PKCE, issuer, audience, signature and times all match. */
async function whoIs(ctx: Context, { tenant_id: tenantId, body, app }: Asked, url: URL, state: string): Promise<CloudPerson | null> {
  const registration: Registration | null = app && (await getRegistration(ctx, tenantId, app));
  if (!registration) return null;
  const kept = await ctx.sealer.open(body.kept, keptPlace(tenantId, body.id));
  const { verifier, nonce }: Kept = JSON.parse(kept);
  const [{ authorizationCodeGrant }, provider] = await Promise.all([openId(), providerFor(ctx.env, registration, ctx.clock.now())]);
  const answer = new URL(`${getCallback(ctx.env)}${url.search}`);
  const tokens = await authorizationCodeGrant(provider, answer, {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  return claims ? cloudPerson(claims) : null;
}

async function leaveCode(
  ctx: Context,
  { tenant_id: tenantId, body, app, proof }: Asked,
  found: CloudPerson | null,
): Promise<{ host: string; code: string }> {
  const code = newSecret();
  const hash = await getHash(code);
  const person = found && app && { ...found, sortKey: fold(found.name) };
  const [result] = await ctx.database.withDoor((db) => [arrive(db, ctx, { proof, tenantId, person, code: hash })]);
  return { host: result.rows[0]?.host ?? body.host, code };
}
