import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { parseRequest } from 'samlp';
import { answerFor, variants } from './answers.ts';
import { demoAppAt } from './demo-app.ts';
import { carryPage, endPage, homePage, pickerPage, problemPage, toMetadata } from './pages.ts';
import { demoIssuer, idpKeys, type Keys, people } from './people.ts';
import { readPortalApp } from './portal-app.ts';
import { type Browser, newBrowser, remember, signOut } from './sign-out.ts';

type Fields = Record<string, string>;
type Answer = { html: string } | { xml: string } | { to: string };

/** What a portal asks, out of the address to which it sent the browser. */
const askedBy = (query: Fields) =>
  new Promise<Fields>((resolve, reject) => {
    parseRequest({ method: 'GET', query, body: {} }, (error, asked) => {
      if (error || !asked?.issuer || !asked.id) return reject(error ?? new Error('No request of a portal.'));
      resolve({ entityId: asked.issuer, inResponseTo: asked.id, relay: query.RelayState ?? '' });
    });
  });

async function getForm(request: IncomingMessage): Promise<Fields> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return Object.fromEntries(new URLSearchParams(text));
}

/** A SAML identity provider on loopback for `npm start` and browser tests: picking a person on its page signs them in there. */
export async function startIdp({ port, keys, apps }: { port: number; keys: Keys; apps: readonly string[] }) {
  const browsers = new Map<string, Browser>();
  let base = '';

  async function carry(form: Fields, browser: Browser): Promise<Answer> {
    const person = people.find(({ key }) => key === form.person);
    const variant = variants.find((each) => each === form.variant) ?? 'assertion';
    if (!person) throw new Error('No person was picked.');
    const app = await readPortalApp(form.entityId ?? '');
    const sessionIndex = `_${randomUUID()}`;
    const xml = await answerFor(person, app, { issuer: demoIssuer, keys, variant, inResponseTo: form.inResponseTo || null, sessionIndex });
    remember(browser, person, app, sessionIndex);
    return { html: carryPage(app.acs, { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: form.relay ?? '' }) };
  }

  async function answer(url: URL, request: IncomingMessage, browser: Browser): Promise<Answer> {
    const query: Fields = Object.fromEntries(url.searchParams);
    if (url.pathname === '/metadata') return { xml: toMetadata(demoIssuer, base, keys.certificate) };
    if (url.pathname === '/sso') return { html: pickerPage(await askedBy(query)) };
    if (url.pathname === '/start') return { html: pickerPage({ entityId: query.app ?? '', inResponseTo: '', relay: query.relay ?? '' }) };
    if (url.pathname === '/answer') return carry(await getForm(request), browser);
    if (url.pathname !== '/slo') return { html: homePage(apps, browser.person) };
    const outcome = await signOut(query, browser, { issuer: demoIssuer, keys });
    return 'to' in outcome ? outcome : { html: endPage() };
  }

  function getBrowser(request: IncomingMessage, response: ServerResponse): Browser {
    const known = /(?:^|; )saml_idp=([\w-]{36})/.exec(request.headers.cookie ?? '')?.[1];
    const id = known ?? randomUUID();
    if (!known) response.setHeader('set-cookie', `saml_idp=${id}; Path=/; HttpOnly; SameSite=Lax`);
    const browser = browsers.get(id) ?? newBrowser();
    browsers.set(id, browser);
    return browser;
  }

  const server = createServer((request, response) => {
    const html = (status: number, body: string) => response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    answer(new URL(request.url ?? '/', base), request, getBrowser(request, response)).then(
      (found) => {
        if ('html' in found) html(200, found.html);
        else if ('xml' in found) response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(found.xml);
        else response.writeHead(303, { location: found.to }).end();
      },
      (error: Error) => html(400, problemPage(error.message)),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  base = `http://localhost:${(server.address() as AddressInfo).port}`; // because it listens on a port
  return {
    url: base,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8795' },
      folder: { type: 'string', default: '.data' },
      portal: { type: 'string', default: '8787' },
    },
  });
  const standIn = await startIdp({ port: Number(values.port), keys: await idpKeys(values.folder), apps: [demoAppAt(values.portal)] });
  const stop = () => void standIn.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', () => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url: standIn.url })}\n`);
}
