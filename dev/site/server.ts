import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { SignJWT } from 'jose';
import { demoTenant } from '../demo/catalog.ts';
import { getReportId } from '../demo/rows-of-reports.ts';
import { listenOnLoopback } from '../powerbi/listen.ts';
import { demoKey, siteOrigin } from './demo-key.ts';

const report = getReportId(demoTenant('vertice'), 'vendas-diarias');

/** The site's pages, and the claims of the tokens its server signs for them. */
const shows: Record<string, { title: string; claims: Record<string, unknown> }> = {
  person: { title: 'One report, as regional@vertice.test sees it', claims: { sub: 'regional@vertice.test', report } },
  nobody: {
    title: 'One report, for a visitor who isn’t a user of the portal',
    claims: { report, identity: { username: 'Nordeste', roles: ['Regional'] } },
  },
  portal: { title: 'The whole portal, as english@vertice.test', claims: { sub: 'english@vertice.test' } },
};

const tokenFor = (claims: Record<string, unknown>) =>
  new SignJWT({ ...claims, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'HS256', kid: demoKey.id })
    .setAudience('vertice.localhost')
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(new TextEncoder().encode(demoKey.secret));

/**
 * Vértice's own site, which embeds the portal (docs/embedding.md): its server signs tokens; its page holds the frame and answers requests
 * for a new token, except with `?deaf`.
 */
export async function startSite({ port, portal }: { port: number; portal: number }): Promise<{ url: string; close(): Promise<void> }> {
  const host = `http://vertice.localhost:${portal}`;
  const app = new Hono();
  app.get('/token', async (c) => {
    const show = shows[c.req.query('show') ?? ''];
    return show ? c.text(await tokenFor(show.claims), 200, { 'cache-control': 'no-store' }) : c.notFound();
  });
  app.get('/', async (c) => {
    const key = c.req.query('show') ?? '';
    const show = shows[key];
    const links = Object.entries(shows).map(([name, { title }]) => html`<li><a href="/?show=${name}">${title}</a></li>`);
    const framed =
      show && html`<iframe src="${host}/embedded/${await tokenFor(show.claims)}" title="${show.title}" allow="fullscreen"></iframe>`;
    return c.html(
      html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Vértice's intranet</title><link rel="icon" href="data:,">
<style>body{font:15px/1.5 system-ui,sans-serif;margin:0;padding:20px;color:#14262b}
ul{display:flex;flex-wrap:wrap;gap:4px 24px;list-style:none;padding:0}iframe{width:100%;height:70vh;border:1px solid #ccd}
pre{color:#57626a}</style>
<h1>Vértice's intranet</h1><ul>${links}</ul>${framed ?? ''}<pre role="log" aria-label="What the frame says"></pre>
<script>
const frame = document.querySelector('iframe'), log = document.querySelector('pre');
addEventListener('message', async ({ source, data }) => {
  if (!frame || source !== frame.contentWindow) return;
  log.append(data.type + (data.status ? ' ' + data.status : '') + '\\n');
  if (data.type !== 'mirante:token-wanted' || ${raw(JSON.stringify(c.req.query('deaf') !== undefined))}) return;
  const token = await (await fetch('/token?show=${key in shows ? key : ''}')).text();
  source.postMessage({ type: 'mirante:token', token }, '${host}');
});
</script></html>`,
    );
  });
  const served = await listenOnLoopback(app.fetch, port);
  return { url: siteOrigin(served.port), close: served.close };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8797' }, portal: { type: 'string', default: '8787' } } });
  const site = await startSite({ port: Number(values.port), portal: Number(values.portal) });
  const stop = () => void site.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', () => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url: site.url })}\n`);
}
