import { and, eq, sql } from 'drizzle-orm';
import { ssoApps } from '../../../db/schema/ways-in.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readSamlTest, type SamlTestResult, samlLogin, startSamlTest } from '../../../domain/saml/contract.ts';
import { requestSeconds } from '../../../domain/saml/limits.ts';
import { ownPath } from '../../../domain/session/intended.ts';
import { bind } from '../../request/bind.ts';
import { type Context, getEntry } from '../../request/context.ts';
import { readDelegated, refuseUnlessDelegated } from '../../request/delegation.ts';
import { getPortal } from '../../request/get-portal.ts';
import { getHash, newSecret } from '../../services/ids.ts';
import type { SamlSettings } from '../../services/saml/app.ts';
import { portalSaml } from '../../services/saml/portal-saml.ts';
import { makeTicket, takeTicket } from '../session/index.ts';
import { countWait, keepTicket, readApp, type SamlRequest, secondsIn } from './saml.sql.ts';

/** The provider's address for the sign-in, and the statement that stores the request. */
async function ask(ctx: Context, app: string, settings: SamlSettings, body: SamlRequest) {
  const { secret, store } = await makeTicket(ctx, { purpose: 'sso.request', host: settings.host, body, seconds: requestSeconds });
  const saml = await portalSaml(getPortal(ctx, settings.host), app, settings, {
    signs: settings.signRequests,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // The id is the ticket itself: only the browser that was sent to the provider knows it, and it works once.
    generateUniqueId: () => `_${secret}`,
  });
  return { url: await saml.getAuthorizeUrlAsync('', undefined, {}), store };
}

export const startLogin = bind(samlLogin, async ({ app, redirect }, ctx) => {
  const [waited, found] = await ctx.database.withDoor((db) => [countWait(db, ctx, 'se'), readApp(db, ctx, app)]);
  const wait = secondsIn(waited);
  if (wait > 0) throw new AppError('too_many_attempts', { minutes: Math.ceil(wait / 60) }, { retryAfterSeconds: wait });
  const [row] = found.rows;
  if (!row) throw new AppError('not_found');
  if (row.status !== 'A') throw new AppError('error_saml');
  // The response must come back in the browser that asked.
  const browser = ctx.cookies.sso && /^[\w-]{43}$/.test(ctx.cookies.sso) ? ctx.cookies.sso : newSecret();
  const body = { app, host: ctx.host, redirect: ownPath(redirect), browser: await getHash(browser) };
  const { url, store } = await ask(ctx, app, row.settings, body);
  await ctx.database.withDoor((db) => [keepTicket(db, store)]);
  ctx.setHeader('set-cookie', `sso=${browser}; Max-Age=${requestSeconds}; Path=/api/saml; HttpOnly; Secure; SameSite=Lax`);
  return { url };
});

export const startTest = bind(startSamlTest, async ({ id }, ctx) => {
  const [left, [row]] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [
    readDelegated(db),
    db
      .select({ settings: sql<SamlSettings>`${ssoApps.settings}` })
      .from(ssoApps)
      .where(and(eq(ssoApps.kind, 'saml'), eq(ssoApps.id, id))),
  ]);
  refuseUnlessDelegated(left);
  if (!row) throw new AppError('not_found');
  const { url, store } = await ask(ctx, id, row.settings, { app: id, host: ctx.host, redirect: null, test: true });
  await ctx.database.withDoor((db) => [keepTicket(db, store)]);
  return { url };
});

export const readTest = bind(readSamlTest, async ({ ticket }, ctx) => {
  const [left] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [readDelegated(db)]);
  refuseUnlessDelegated(left);
  const result = await takeTicket<SamlTestResult>(ctx, ticket, 'saml.test');
  if (!result) throw new AppError('not_found');
  return result;
});
