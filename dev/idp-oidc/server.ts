import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import type Provider from 'oidc-provider';
import { openDirectory } from './directory.ts';
import { type DirectoryPerson, demoPeople } from './people.ts';
import { pickerPage } from './picker.ts';

export type Tamper = { claims?: (claims: JWTPayload) => JWTPayload; unsigned?: boolean; strange?: boolean };
export type OidcStandIn = {
  url: string;
  /** People who can be picked; those of the demo are there from the start. */
  add(person: DirectoryPerson): DirectoryPerson;
  /** Alters the next token that is issued, once. */
  tamperNext(how: Tamper): void;
  close(): Promise<void>;
};

const guid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ofDirectory = new RegExp(`^/(${guid})(?:/(oauth2/)?v2\\.0(/.*)?)$`);

function makeKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey,
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
    jwk: { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' },
  };
}

function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * The cloud identity provider on loopback: one entrance for people of all its directories (`/organizations`), an issuer for each of them,
 * keys shared by all. It wraps oidc-provider and only picks the directory, as the real one does after the sign-in name.
 */
export async function startOidc({ port }: { port: number }): Promise<OidcStandIn> {
  const people = new Map<string, DirectoryPerson>(demoPeople.map((person) => [`${person.tid} ${person.oid}`, person]));
  const directories = new Map<string, Provider>();
  // The directory that issued a code, because the common token endpoint can't derive it.
  const codes = new Map<string, string>();
  // Created on first use: most starts see no sign-in here.
  const [own, strange] = [lazily(() => makeKey('stand-in')), lazily(() => makeKey('stand-in'))];
  let tamper: Tamper | null = null;
  let base = '';

  const getDirectory = (tid: string): Provider => {
    const found = directories.get(tid) ?? openDirectory({ base, tid, key: own().jwk, getPerson: (oid) => people.get(`${tid} ${oid}`) });
    directories.set(tid, found);
    return found;
  };
  const metadata = (place: string, issuer: string) => ({
    issuer: `${base}/${issuer}/v2.0`,
    authorization_endpoint: `${base}/${place}/oauth2/v2.0/authorize`,
    token_endpoint: `${base}/${place}/oauth2/v2.0/token`,
    jwks_uri: `${base}/${place}/discovery/v2.0/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
  });

  /** Hands a request to a directory's provider under another path of it. */
  function pass(tid: string, path: string, request: IncomingMessage, response: ServerResponse): void {
    const mounted = Object.assign(request, { originalUrl: `/${tid}/v2.0${path}`, url: path });
    getDirectory(tid).callback()(mounted, response);
  }

  async function interact(tid: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = getDirectory(tid);
    const { params, prompt, session } = await provider.interactionDetails(request, response);
    const accountId = session?.accountId ?? params.login_hint ?? '';
    if (prompt.name === 'login')
      return provider.interactionFinished(
        request,
        response,
        { login: { accountId: params.login_hint } },
        { mergeWithLastSubmission: false },
      );
    const grant = new provider.Grant({ accountId, clientId: params.client_id ?? '' });
    grant.addOIDCScope('openid profile email');
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true });
  }

  /** Codes are remembered, and `iss` is removed: the real service sends none. */
  function watchRedirect(tid: string, response: ServerResponse): void {
    const set = response.setHeader.bind(response);
    response.setHeader = (name, value) => {
      if (name.toLowerCase() !== 'location' || typeof value !== 'string' || !URL.canParse(value)) return set(name, value);
      const to = new URL(value);
      const code = to.searchParams.get('code');
      if (code) codes.set(code, tid);
      if (code || to.searchParams.has('error')) to.searchParams.delete('iss');
      return set(name, to.href);
    };
  }

  async function token(request: IncomingMessage, response: ServerResponse, tid: string | null): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // because a request without an encoding gives buffers
    const body = Buffer.concat(chunks);
    const code = new URLSearchParams(body.toString()).get('code') ?? '';
    const of = tid ?? codes.get(code) ?? demoPeople[0]?.tid ?? '';
    const answer = await fetch(`${base}/${of}/v2.0/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    const given = (await answer.json()) as { id_token?: string }; // because a token endpoint answers an object
    if (given.id_token && tamper) {
      given.id_token = await forge(given.id_token, tamper);
      tamper = null;
    }
    json(response, given, answer.status);
  }

  async function forge(idToken: string, { claims = (same) => same, unsigned, strange: foreign }: Tamper): Promise<string> {
    const changed = claims(decodeJwt(idToken));
    if (unsigned) return new UnsecuredJWT(changed).encode();
    return new SignJWT(changed).setProtectedHeader({ alg: 'RS256', kid: 'stand-in' }).sign((foreign ? strange : own)().privateKey);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', base);
    const { pathname, searchParams } = url;
    if (pathname === '/') return html(response, pickerPage([...people.values()], null));
    if (pathname === '/organizations/v2.0/.well-known/openid-configuration') return json(response, metadata('organizations', '{tenantid}'));
    if (pathname.endsWith('/discovery/v2.0/keys')) return json(response, { keys: [own().publicJwk] });
    if (pathname === '/organizations/oauth2/v2.0/token') return token(request, response, null);
    if (pathname === '/organizations/oauth2/v2.0/authorize') {
      const hinted = [...people.values()].find(({ username }) => username === searchParams.get('login_hint'));
      const picked = people.get(searchParams.get('person') ?? '');
      if (!picked)
        return html(
          response,
          pickerPage(hinted ? [hinted, ...[...people.values()].filter((each) => each !== hinted)] : [...people.values()], url),
        );
      searchParams.delete('person');
      searchParams.set('login_hint', picked.oid);
      searchParams.set('prompt', 'login');
      response.writeHead(302, { location: `/${picked.tid}/v2.0/auth?${searchParams}` }).end();
      return;
    }
    const [, tid, oauth, path = ''] = ofDirectory.exec(pathname) ?? [];
    const known = tid && [...people.values()].some((person) => person.tid === tid);
    if (!tid || !known) return json(response, { error: 'invalid_tenant', error_description: 'AADSTS90002: Tenant not found.' }, 400);
    if (path === '/.well-known/openid-configuration') return json(response, metadata(tid, tid));
    if (oauth && path === '/token') return token(request, response, tid);
    if (path.startsWith('/interaction/')) return interact(tid, request, response);
    watchRedirect(tid, response);
    pass(tid, `${path}${url.search}`, request, response);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => json(response, { error: 'server_error', error_description: error.message }, 500));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // because a TCP server has an address with a port
  return {
    url: base,
    add: (person) => {
      people.set(`${person.tid} ${person.oid}`, person);
      return person;
    },
    tamperNext: (how) => {
      tamper = how;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(response: ServerResponse, body: object, status = 200): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
function html(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '8794' } } });
  const standIn = await startOidc({ port: Number(values.port) });
  const stop = () => void standIn.close().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', () => process.exit(0));
  process.stdout.write(`${JSON.stringify({ url: standIn.url })}\n`);
}
