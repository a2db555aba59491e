import { Hono } from 'hono';
import { openDatabase } from '../../db/client.ts';
import { matchesPath } from '../../domain/access/screens.ts';
import { AppError, type ErrorBody, wireMessage } from '../../domain/errors/catalogue.ts';
import { knownLanguage } from '../../domain/session/languages.ts';
import { cut } from '../../domain/text/cut.ts';
import { getClock } from '../services/clock.ts';
import { newId } from '../services/ids.ts';
import { getPasswords, passwordsFor } from '../services/password.ts';
import { sealer } from '../services/seal.ts';
import type { Context, HostTenant } from './context.ts';
import type { Env } from './env.ts';
import { dataHeaders } from './headers.ts';
import { health } from './health.ts';
import { getJwks } from './jwks.ts';
import { tokenService } from './jwt.ts';
import { describeError, getWeight, logLine } from './log.ts';
import { type PageParts, servePage } from './page.ts';
import { refuseUnsafeRole } from './role-check.ts';
import { methodsAt, type RouteEntry, runEntry } from './route.ts';
import { getHost, tenantOfHost } from './tenant-of-host.ts';

type Hono5 = { Bindings: Env; Variables: { ctx: Context; url: URL; framed: boolean; isComplete: boolean } };

const lazily = <T>(make: (value: string) => T) => {
  const made = new Map<string, T>();
  return (value: string) => made.get(value) ?? made.set(value, make(value)).get(value)!;
};
const tokens = lazily(tokenService);
const seals = lazily(sealer);
const passwords = lazily(getPasswords);

/**
 * The requests that features answer outside the route table. The Worker's entry passes them in, so that the request path imports no
 * feature.
 */
export type FeatureAnswers = {
  getSignInPage(ctx: Context): Promise<PageParts>;
  /** The origins that may frame an embedded page; null when framing is not allowed. */
  getAncestors(ctx: Context): Promise<string[] | null>;
  serveFile(file: string, ctx: Context, url: URL): Promise<Response>;
  serveEntraCallback(ctx: Context, url: URL, acceptLanguage: string): Promise<Response>;
  serveUnsubscribe(request: Request, token: string, ctx: Context): Promise<Response>;
  serveScim(request: Request, url: URL, ctx: Context, findTenant: () => Promise<void>): Promise<Response>;
};

/**
 * Builds the Worker's HTTP application from the route table. Code that the first page doesn't need is imported by the calls that need it.
 */
export function makeApp(table: readonly RouteEntry[], features: FeatureAnswers) {
  const app = new Hono<Hono5>({ strict: true });

  app.use(async (c, next) => {
    const started = performance.now();
    const url = new URL(c.req.url);
    const requestId = newId(Date.now());
    const trips: string[] = [];
    const clock = getClock(c.env, c.req.raw.headers);
    const own: [string, string][] = [];
    const database = openDatabase(
      getUrls(c.env),
      c.env.NEON_FETCH_ENDPOINT || undefined,
      (role, ms) => trips.push(`db;desc="${role}";dur=${ms.toFixed(1)}`),
      clock.moved,
    );
    const address = c.req.header('cf-connecting-ip') ?? '127.0.0.1';
    const authorization = c.req.header('authorization') ?? '';
    const lang = c.req.header('lang');
    const ctx: Context = {
      env: c.env,
      requestId,
      host: getHost(url),
      address,
      agent: cut(c.req.header('user-agent') ?? '', 300),
      language: knownLanguage(lang),
      cookies: getCookies(c.req.header('cookie')),
      tenant: null as unknown as HostTenant, // because it is set below, before any verb runs
      clock,
      database,
      tokens: tokens(c.env.JWT_KEYS),
      sealer: seals(c.env.SEAL_KEYS),
      passwords: passwordsFor(address, passwords(c.env.PASSWORD_COST ?? '')),
      bearer: /^bearer /i.test(authorization) ? authorization.slice(7).trim() : null,
      setHeader: (name, value) => own.push([name, value]),
      later: (work) =>
        c.executionCtx.waitUntil(work.catch((error) => logLine('error', 'later_failed', { requestId, ...describeError(error) }))),
      log: (event, more = {}) => logLine('info', event, { requestId, host: ctx.host, ...more }),
    };
    c.set('ctx', ctx);
    c.set('url', url);
    await next();
    const isApi = url.pathname.startsWith('/api/') || isScim(url.pathname) || url.pathname === '/healthz';
    const response = c.get('isComplete') ? c.res : withHeaders(c.res, c.env, requestId, isApi);
    // X-Frame-Options would contradict a policy that allows framing.
    if (c.get('framed')) response.headers.delete('x-frame-options');
    for (const [name, value] of own) response.headers.append(name, value);
    if (isApi) {
      response.headers.set('server-timing', [...trips, `total;dur=${(performance.now() - started).toFixed(1)}`].join(', '));
      const { status } = response;
      const ms = Math.round(performance.now() - started);
      const weight = getWeight({ requestId, path: url.pathname, status, ms });
      if (weight)
        logLine(status >= 500 ? 'error' : 'info', 'request', {
          ...{ requestId, method: c.req.method, path: url.pathname, status, host: ctx.host, ms },
          ...(weight > 1 && { weight }),
        });
    }
    c.res = undefined;
    c.res = response;
  });

  app.onError((error, c) => {
    const ctx = c.get('ctx');
    const known = error instanceof AppError ? error : new AppError('unexpected', undefined, { cause: error });
    if (known.httpStatus >= 500)
      logLine('error', 'refused', { requestId: ctx?.requestId, code: known.code, ...describeError(known.cause ?? known) });
    if (known.retryAfterSeconds) c.header('retry-after', String(known.retryAfterSeconds));
    const body: ErrorBody = {
      status: known.code,
      message: wireMessage[known.code] ?? known.code,
      requestId: ctx?.requestId ?? '',
      ...(known.vars && { vars: known.vars }),
      ...(known.field !== undefined && { field: known.field }),
      ...known.extra,
    };
    return c.json(body, known.httpStatus as 400); // because Hono wants a literal status
  });

  // The keys rarely change. Other services read this address to verify our tokens.
  app.get('/.well-known/jwks.json', (c) => c.json(getJwks(c.env.JWT_KEYS), 200, { 'cache-control': 'public, max-age=300' }));
  app.get('/healthz', (c) => health(c.env, c.get('ctx')));
  app.get('/storage/:file{.+}', async (c) => {
    return features.serveFile(c.req.param('file'), await withTenant(c.get('ctx')), c.get('url'));
  });

  // The provider redirects to the product's own host, which need not belong to a tenant. The handler's code is loaded on the first call.
  app.get('/api/entra/callback', async (c) => {
    await refuseUnsafeRole(c.env, c.get('ctx'));
    return features.serveEntraCallback(c.get('ctx'), c.get('url'), c.req.header('accept-language') ?? '');
  });

  app.use('/api/*', async (c, next) => {
    await refuseUnsafeRole(c.env, c.get('ctx'));
    await withTenant(c.get('ctx'));
    await next();
  });
  // A form of mail programs, without a session and outside the route table, whose input is JSON.
  app.on(['GET', 'POST'], '/api/unsubscribe/:token', (c) => features.serveUnsubscribe(c.req.raw, c.req.param('token'), c.get('ctx')));
  // Only developers read the description, and only this module loads every contract.
  app.get('/api/openapi.json', async (c) => c.json((await import('./api-docs.ts')).openApi()));
  app.get('/api/docs', async () => (await import('./api-docs.ts')).docsPage());
  for (const entry of table) {
    app.on(entry.method, entry.pattern, async (c) => {
      const params = c.req.param() as Record<string, string>; // because the pattern's own names are strings
      const answer = await runEntry(entry, c.req.raw, c.get('url'), params, c.get('ctx'));
      if (answer instanceof Response) return answer;
      // Made with all of its headers at once: adding them one by one to a finished answer costs more than its JSON.
      c.set('isComplete', true);
      const headers = { ...dataHeaders(c.env), 'content-type': 'application/json', 'x-request-id': c.get('ctx').requestId };
      return new Response(JSON.stringify(answer), { headers });
    });
  }
  app.all('/api/*', (c) => {
    const methods = methodsAt(table, c.get('url').pathname);
    if (methods.length > 0) c.header('allow', methods.join(', '));
    throw new AppError(methods.length > 0 ? 'method_not_allowed' : 'not_found');
  });

  app.use(async (c, next) => {
    if (!isScim(c.get('url').pathname)) return next();
    const ctx = c.get('ctx');
    // SCIM has its own error format (RFC 7644). Its code is loaded on a directory's first call.
    return features.serveScim(c.req.raw, c.get('url'), ctx, async () => {
      await refuseUnsafeRole(c.env, ctx);
      await withTenant(ctx);
    });
  });

  app.on(['GET', 'HEAD'], '*', async (c) => {
    const url = c.get('url');
    if (url.pathname.startsWith('/assets/')) return new Response('not found', { status: 404, headers: { 'cache-control': 'no-store' } });
    const ctx = c.get('ctx');
    const tenant = await tenantOfHost(ctx.host, c.env, ctx.database, ctx.clock.now());
    if (!tenant) return servePage(c.env, url, null, { page: { unknownHost: true, reportOrigin: null }, getNotices: null }, 404);
    // A short address that can be typed with a TV remote control.
    if (url.pathname === '/tv') return c.redirect('/auth/playlist/pair', 302);
    ctx.tenant = tenant;
    if (!matchesPath('/embedded/{token}', url.pathname)) return servePage(c.env, url, tenant, await features.getSignInPage(ctx));
    const [boot, ancestors] = await Promise.all([features.getSignInPage(ctx), features.getAncestors(ctx)]);
    c.set('framed', ancestors !== null);
    return servePage(c.env, url, tenant, boot, 200, ancestors ?? undefined);
  });
  app.all('*', () => {
    throw new AppError('method_not_allowed');
  });
  return app;
}

/** An answer with the headers that it lacks; what a feature or the platform has set stays. */
function withHeaders(answer: Response, env: Env, requestId: string, isApi: boolean): Response {
  const { 'cache-control': noStore, ...headers } = dataHeaders(env);
  const response = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(headers)) if (!response.headers.has(name)) response.headers.set(name, value);
  response.headers.set('x-request-id', requestId);
  if (isApi) response.headers.set('cache-control', noStore);
  return response;
}

const isScim = (path: string) => path === '/scim' || path.startsWith('/scim/');

async function withTenant(ctx: Context): Promise<Context> {
  const tenant = await tenantOfHost(ctx.host, ctx.env, ctx.database, ctx.clock.now());
  if (!tenant) throw new AppError('unknown_host');
  ctx.tenant = tenant;
  return ctx;
}

const getUrls = (env: Env) => ({
  app: env.DATABASE_URL_APP,
  wide: env.DATABASE_URL_WIDE,
  public: env.DATABASE_URL_PUBLIC,
  door: env.DATABASE_URL_DOOR,
  job: env.DATABASE_URL_JOB,
});

function getCookies(header: string | undefined): Record<string, string> {
  return Object.fromEntries(
    (header ?? '')
      .split(';')
      .flatMap((pair) => (pair.includes('=') ? [[pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()]] : [])),
  );
}
