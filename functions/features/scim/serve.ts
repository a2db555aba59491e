import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { ScimError } from '../../../domain/scim/error.ts';
import { maxRequests, requestWindowMs, shownTokenSigns, tokenPrefix } from '../../../domain/scim/limits.ts';
import { userShape } from '../../../domain/scim/schemas.ts';
import type { Context } from '../../request/context.ts';
import { describeError, logLine } from '../../request/log.ts';
import { getHash } from '../../services/ids.ts';
import { runBulk } from './bulk.ts';
import { fieldsOfTenant } from './fields.ts';
import { type LogKind, logRefusal, type Refusal } from './log.ts';
import { readScimBody } from './read-body.ts';
import type { ScimAnswer, ScimCall, ScimContext } from './request.ts';
import { placed, route } from './route.ts';

const root = '/scim/v2';
const unauthorised = () =>
  new ScimError(401, 'The token is missing, wrong, or was taken back.', undefined, { 'www-authenticate': 'Bearer realm="SCIM"' });

// Every other refusal of the portal, in the protocol's format.
const known: Partial<Record<ErrorCode, () => ScimError>> = {
  session_gone: unauthorised,
  token_invalid: unauthorised,
  unknown_host: () => new ScimError(404, 'There is no tenant at this address.'),
  tenant_blocked: () => new ScimError(403, 'The tenant is suspended.'),
  last_administrator: () => new ScimError(409, 'The last administrator of the tenant stays.', 'mutability'),
  user_limit_reached: () => new ScimError(409, 'The user limit for this business unit has been reached.', 'tooMany'),
  service_unavailable: () => new ScimError(503, 'The portal is not available at the moment.', undefined, { 'retry-after': '5' }),
};

function toScimError(error: unknown): { refusal: ScimError; code: string } {
  if (error instanceof ScimError) return { refusal: error, code: error.scimType ?? `http_${error.status}` };
  const code = error instanceof AppError ? error.code : 'unexpected';
  const refusal =
    (code !== 'unexpected' && known[code]?.()) || new ScimError(500, 'Something went wrong here; the request was not carried out.');
  return { refusal, code };
}

const counts = new Map<string, { n: number; until: number }>();

/** Keeps one sender from crowding out the others; counted where the request is served. */
function refuseTooMany(key: string, now: number): void {
  const kept = counts.get(key);
  if (!kept || kept.until <= now) {
    if (counts.size > 10_000) counts.clear();
    counts.set(key, { n: 1, until: now + requestWindowMs });
    return;
  }
  kept.n += 1;
  if (kept.n > maxRequests) {
    const seconds = Math.ceil((kept.until - now) / 1000);
    throw new ScimError(429, 'Too many requests at once.', undefined, { 'retry-after': String(seconds) });
  }
}

/** Answers everything under /scim/v2, only to valid tokens of the host's tenant. */
export async function serveScim(request: Request, url: URL, ctx: Context, findTenant: () => Promise<void>): Promise<Response> {
  let scim: ScimContext | null = null;
  let call: ScimCall | null = null;
  try {
    const path = getPath(url);
    await findTenant();
    scim = await enter(url, ctx);
    call = {
      method: request.method === 'HEAD' ? 'GET' : request.method,
      path,
      query: url.searchParams,
      body: request.method === 'GET' || request.method === 'HEAD' || request.method === 'DELETE' ? null : await readScimBody(request),
      ifMatch: request.headers.get('if-match'),
      ifNoneMatch: request.headers.get('if-none-match'),
    };
    return toResponse(await run(scim, call));
  } catch (error) {
    const { refusal, code } = toScimError(error);
    if (refusal.status >= 500 && refusal.status !== 501)
      logLine('error', 'scim_failed', {
        requestId: ctx.requestId,
        code,
        ...describeError(error instanceof AppError ? (error.cause ?? error) : error),
      });
    // An unreadable request gets its error only with a valid token, and is logged.
    const unread = scim && !call && refusal.status < 500 && refusal.status !== 401;
    const told =
      unread && scim ? await keep(scim, { method: request.method, kind: 'Other', rowId: null, name: '' }, refusal, code) : refusal;
    return toResponse({ status: told.status, body: told.body(), headers: told.headers });
  }
}

/** One call, logged if it is refused; those of a Bulk are logged one by one. */
async function run(scim: ScimContext, call: ScimCall): Promise<ScimAnswer> {
  if (call.path[0] === 'Bulk' && call.path.length === 1) return runBulk(scim, call, (one) => run(scim, one));
  try {
    return await route(scim, call);
  } catch (error) {
    const { refusal, code } = toScimError(error);
    if (refusal.status >= 500 && refusal.status !== 501) throw error;
    if (!isLogged(call, refusal.status)) throw refusal;
    const rowId = /^[0-9a-f-]{36}$/i.test(call.path[1] ?? '') ? (call.path[1] ?? null) : null;
    throw await keep(scim, { method: call.method, kind: getKind(call), rowId, name: nameIn(call) }, refusal, code);
  }
}

/** Logs a refusal and returns the answer: an invalid token learns nothing but that. */
async function keep(
  scim: ScimContext,
  what: Pick<Refusal, 'method' | 'kind' | 'rowId' | 'name'>,
  refusal: ScimError,
  code: string,
): Promise<ScimError> {
  try {
    await logRefusal(scim, { ...what, status: refusal.status, code, detail: refusal.message });
    return refusal;
  } catch (error) {
    const said = toScimError(error).refusal;
    return said.status === 401 || said.status === 403 ? said : refusal;
  }
}

// Calls without a valid token aren't logged: anyone could fill the log.
const isLogged = (call: ScimCall, status: number) =>
  status !== 401 && status !== 403 && status !== 429 && status !== 503 && !(call.method === 'GET' && status === 404);
const getKind = ({ path }: ScimCall): LogKind => (path[0] === 'Users' ? 'User' : path[0] === 'Groups' ? 'Group' : 'Other');

function nameIn({ body }: ScimCall): string {
  const entry = Object.entries(body ?? {}).find(([key, value]) => /^(username|displayname)$/i.test(key) && typeof value === 'string');
  return typeof entry?.[1] === 'string' ? entry[1] : '';
}

function getPath(url: URL): string[] {
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) throw new ScimError(404, 'There is nothing at this address.');
  const rest = url.pathname.slice(root.length).replace(/^\/|\/$/g, '');
  try {
    return placed(rest.split('/').map(decodeURIComponent));
  } catch {
    throw new ScimError(400, 'The address is not well formed.', 'invalidSyntax');
  }
}

async function enter(url: URL, ctx: Context): Promise<ScimContext> {
  const token = ctx.bearer ?? '';
  refuseTooMany(`${ctx.tenant.id} ${token.startsWith(tokenPrefix) ? token.slice(0, shownTokenSigns) : ctx.address}`, ctx.clock.now());
  if (!token.startsWith(tokenPrefix) || token.length > 200) throw unauthorised();
  const directory = { hash: await getHash(token), tenant: ctx.tenant.id, address: ctx.address };
  const fields = await fieldsOfTenant(ctx, directory);
  return {
    ctx,
    directory,
    prefix: token.slice(0, shownTokenSigns),
    base: `${url.origin}${root}`,
    fields,
    shape: userShape(fields, ctx.tenant.language),
  };
}

function toResponse({ status, body, headers = {} }: ScimAnswer): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
  });
}
