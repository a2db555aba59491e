import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { reportBundle } from './bundle.ts';
import { getDefinition, reportLanguage } from './model/definition.ts';
import { aggregate, type RowRule } from './model/query.ts';
import type { QueryReply } from './model/types.ts';
import { pageSentinel } from './sentinels.ts';
import { refuse, type Sim, type SimApp, type SimContext, toResponse } from './sim.ts';
import { type EmbedToken, readToken } from './tokens.ts';
import type { SimDataset } from './world-types.ts';

const queryInput = z.strictObject({
  language: z.optional(z.string()),
  month: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}$/)))),
  filters: z._default(
    z.array(
      z.union([
        z.strictObject({ column: z.string(), operator: z.enum(['In', 'NotIn']), values: z.array(z.string()) }),
        z.strictObject({
          column: z.string(),
          logicalOperator: z.enum(['And', 'Or']),
          conditions: z.array(z.strictObject({ operator: z.string(), value: z.string() })),
        }),
      ]),
    ),
    [],
  ),
});

/** The rows that a token's identities allow: roles add up, a role without a filter allows everything. */
export function getRowRule(token: Pick<EmbedToken, 'identities'>, dataset: SimDataset): RowRule | 'refused' {
  if (Object.keys(dataset.roles).length === 0) return null;
  const own = token.identities.filter((identity) => identity.datasets?.includes(dataset.id) ?? !identity.reports);
  const parts = own.flatMap((identity) =>
    (identity.roles ?? []).map((role) => ({ column: dataset.roles[role], value: identity.username })),
  );
  if (parts.length === 0 || parts.some(({ column }) => column === undefined)) return 'refused';
  if (parts.some(({ column }) => column === null)) return null;
  return parts.flatMap(({ column, value }) => (column ? [{ column, value }] : []));
}

/** The page inside the frame and the figures it asks for; rows are filtered here, never in the page. */
export function embedFace(app: SimApp, sim: Sim): void {
  const frameHosts = ['http://localhost:*', 'http://*.localhost:*', 'http://127.0.0.1:*', ...sim.portalOrigins].join(' ');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // The fault wrong_origin opens a frame of another loopback name.
    'frame-src http://localhost:* http://127.0.0.1:*',
    `frame-ancestors ${frameHosts}`,
  ].join('; ');

  const frame = async (c: SimContext) => {
    const { hash } = await reportBundle();
    c.header('content-security-policy', policy);
    c.header('referrer-policy', 'no-referrer');
    c.header('cache-control', 'no-cache');
    return c.html(pageHtml(hash, reportLanguage(c.req.query('language'))));
  };
  app.get('/reportEmbed', frame);
  app.get('/rdlEmbed', frame);
  // Inside our own page, to which the hosts above are not the parent.
  app.get('/embed/stranger', (c) => {
    c.header('content-security-policy', "default-src 'none'; script-src 'self'");
    return c.html('<!doctype html><title>Stranger</title><script src="/embed/stranger.js"></script>');
  });
  app.get('/embed/stranger.js', (c) => c.body(stranger, 200, { 'content-type': 'text/javascript; charset=utf-8' }));
  app.get('/embed/:hash/:file', async (c) => {
    const { hash, files } = await reportBundle();
    const file = files[c.req.param('file')];
    if (!file || c.req.param('hash') !== hash) return c.notFound();
    c.header('cache-control', 'public, max-age=31536000, immutable');
    c.header('content-type', file.type);
    return c.body(file.read !== undefined ? new Uint8Array(await readFile(file.read)) : file.text);
  });

  app.post('/embed/reports/:report/query', (c) => {
    const [scheme, text] = (c.req.header('authorization') ?? '').split(' ');
    const token = scheme === 'EmbedToken' && text ? readToken('embed', text) : null;
    if (!token) return refuse(c, 401, 'PowerBINotAuthorizedException', 'The embed token is not valid');
    if (token.endsAt <= sim.now()) return refuse(c, 403, 'TokenExpired', 'Access token has expired, resubmit with a new access token');
    const found = sim.world.findReport(c.req.param('report'));
    if (!found || found.principal.appId !== token.appId || !token.reports.some((report) => report.id === found.report.id)) {
      return refuse(c, 403, 'PowerBINotAuthorizedException', 'The embed token does not hold this report');
    }
    const natural = found.report.failure ? toResponse(sim.faults.natural(found.report.failure)) : null;
    if (natural) return natural;
    if (sim.world.isPaused(found.principal, found.workspace, sim.now())) return toResponse(sim.faults.natural('capacity_paused'))!;
    const rule = getRowRule(token, found.dataset);
    if (rule === 'refused') return refuse(c, 403, 'PowerBINotAuthorizedException', 'The dataset requires an effective identity');
    const query = queryInput.safeParse(JSON.parse(c.get('body') || '{}'));
    if (!query.success) return refuse(c, 400, 'InvalidRequest', 'The query is not valid');
    const language = reportLanguage(query.data.language ?? found.dataset.language);
    const reply: QueryReply = {
      definition: getDefinition(found.report, found.dataset, language),
      answer: aggregate(
        sim.world.getFacts(found.dataset),
        { month: query.data.month ?? null, filters: query.data.filters },
        rule,
        found.dataset.refresh,
        sim.now(),
      ),
      expiresAt: new Date(token.endsAt).toISOString(),
      serverNow: new Date(sim.now()).toISOString(),
      fault: c.get('effect').page ?? pageSentinel(found.report.name),
      mayEdit: token.reports.some(({ id, allowEdit }) => id === found.report.id && allowEdit),
    };
    return c.json(reply);
  });
}

function pageHtml(hash: string, language: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Report</title>
<link rel="icon" href="data:,">
<link rel="preload" href="/embed/${hash}/figtree.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/embed/${hash}/report.css">
<script type="module" src="/embed/${hash}/report.js"></script>
</head>
<body></body>
</html>`;
}

/** Says to the host what only the report's own page may say. */
const stranger = `const uid = new URLSearchParams(location.search).get('uid');
const say = (path, body) => window.parent.parent.postMessage({ method: 'POST', url: path, headers: { id: 'stranger' }, body }, '*');
say('/reports/' + uid + '/events/error', { message: 'PowerBINotAuthorizedException', detailedMessage: 'A stranger speaks', errorCode: '403', level: 6 });
say('/reports/' + uid + '/events/rendered', {});
`;
