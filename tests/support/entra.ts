import { randomUUID } from 'node:crypto';
import { clients, type DirectoryPerson } from '../../dev/idp-oidc/people.ts';
import type { OidcStandIn } from '../../dev/idp-oidc/server.ts';
import { type Answer, api } from './api.ts';
import { query } from './database.ts';
import type { Harness } from './harness.ts';
import { makeId } from './make-id.ts';

type Place = { id: string; host: string };
export type WayOptions = {
  directories?: string[];
  own?: boolean;
  clientId?: string;
  domains?: string[];
  link?: boolean;
  jit?: boolean;
  jitStatus?: 'A' | 'D';
  guests?: boolean;
  groups?: { claim: string; group: string }[];
  status?: 'A' | 'I';
};

/** The cloud identity provider's settings as a tenant would have saved them, with the product's own registration. */
export async function makeWay(
  tenant: Place,
  { directories = [], domains = ['cloud.test'], status = 'A', ...more }: WayOptions = {},
): Promise<string> {
  const id = makeId();
  const flag = (on: boolean | undefined) => (on ? 'S' : 'N');
  const settings = {
    directories: directories.map((directory) => ({ id: directory, name: '' })),
    ...{ own: flag(more.own), clientId: more.clientId ?? '', secret: null, secretAt: null, link: flag(more.link), jit: flag(more.jit) },
    ...{ jitStatus: more.jitStatus ?? 'A', defaultProfile: 'user', guests: flag(more.guests), groups: more.groups ?? [] },
  };
  await query(
    `insert into sso_apps (tenant_id, id, kind, name, status, settings, domains) values ($1, $2, 'entra', 'Microsoft', $3, $4, $5)`,
    [tenant.id, id, status, JSON.stringify(settings), domains],
  );
  return id;
}

/** A person in a directory of the stand-in, new for every test. */
export const makeDirectoryPerson = (idp: OidcStandIn, more: Partial<DirectoryPerson> = {}): DirectoryPerson => {
  const oid = randomUUID();
  return idp.add({ tid: randomUUID(), oid, name: `Cloud ${oid.slice(0, 6)}`, username: `${oid.slice(0, 8)}@cloud.test`, ...more });
};

/** The Worker's settings for the stand-in. */
export const getRegistration = (idp: OidcStandIn) => ({
  vars: { SIGN_IN_AUTHORITY: idp.url, ENTRA_CLIENT_ID: clients.product.id },
  secrets: { ENTRA_CLIENT_SECRET: clients.product.secret },
});

/** A browser at the stand-in, with its cookies: picks a person and returns the address it is redirected to. */
export async function answerFor(url: string, { tid, oid }: DirectoryPerson): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  next.searchParams.set('person', `${tid} ${oid}`);
  for (let steps = 0; steps < 12; steps += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`The stand-in stopped at ${next.pathname}: ${response.status} ${await response.text()}`);
    next = new URL(location, next);
    if (next.pathname === '/api/entra/callback') return next;
  }
  throw new Error('The stand-in led in a circle.');
}

export type Begun = { url: string; binding: string };

/** One browser's sign-in, in steps that a test can alter. */
export function getRoad(harness: Harness) {
  const begin = async (tenant: { host: string }, input: object = {}): Promise<Begun> => {
    const { status, body, text } = await api(harness, tenant).post('/api/login/entra', input);
    if (status !== 200) throw new Error(text);
    return body;
  };
  /** Where the Worker sends the browser when the provider's answer comes. */
  const arrive = async (answer: URL): Promise<{ status: number; location: URL | null; text: string }> => {
    const { status, headers, text } = await api(harness, answer.hostname).get(answer.pathname + answer.search);
    const location = headers.get('location');
    return { status, text, location: location ? new URL(location) : null };
  };
  const exchange = (to: URL | null, binding?: string): Promise<Answer> =>
    api(harness, to?.hostname ?? '').post('/api/saml/callback', { code: to?.searchParams.get('code'), ...(binding && { binding }) });
  const signIn = async (tenant: { host: string }, person: DirectoryPerson, input: object = {}): Promise<Answer> => {
    const { url, binding } = await begin(tenant, input);
    const { location } = await arrive(await answerFor(url, person));
    const answer = await exchange(location, binding);
    return answer.body?.status === 'onward' ? carryOn(answer.body, location?.origin ?? '') : answer;
  };
  /** A page of one host posts the code to the other one, as a browser does: with the origin of the page. */
  const hand = async ({ url, code }: { url: string; code: string }, origin: string | null): Promise<{ location: URL; cookie: string }> => {
    const response = await harness.fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin !== null && { origin }) },
      body: new URLSearchParams({ code }).toString(),
    });
    if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`);
    return {
      location: new URL(response.headers.get('location') ?? ''),
      cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    };
  };
  const take = (to: URL, cookie = ''): Promise<Answer> =>
    api(harness, to.hostname).post('/api/saml/callback', { code: to.searchParams.get('code') }, { headers: cookie ? { cookie } : {} });
  const carryOn = async (onward: { url: string; code: string }, origin: string): Promise<Answer> => {
    const { location, cookie } = await hand(onward, origin);
    return take(location, cookie);
  };
  return { begin, arrive, exchange, hand, take, signIn };
}
