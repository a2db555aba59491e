import { randomUUID } from 'node:crypto';
import { logout } from 'samlp';
import SessionParticipants from 'samlp/lib/sessionParticipants/index.js';
import type { Keys, Person } from './people.ts';
import type { PortalApp } from './portal-app.ts';

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export type Outcome = { to: string } | { done: true };

/** A browser's session at the provider: the person and the apps they signed in to. */
export type Browser = { person: Person | null; sessions: object[]; states: Map<string, object> };
export const newBrowser = (): Browser => ({ person: null, sessions: [], states: new Map() });

/** The provider remembers the apps it sent a person to, and signs them out there. */
export function remember(browser: Browser, person: Person, app: PortalApp, sessionIndex: string): void {
  if (browser.person?.key !== person.key) browser.sessions.length = 0;
  browser.person = person;
  if (app.logout === '') return;
  browser.sessions.push({
    serviceProviderId: app.entityId,
    nameId: person.key,
    sessionIndex,
    nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    serviceProviderLogoutURL: app.logout,
    cert: app.certificate,
    binding: redirectBinding,
  });
}

type Done = (error: Error | null, found?: unknown) => void;
const makeStore = ({ states }: Browser) => ({
  save(_request: unknown, state: object, done: Done) {
    const handle = randomUUID();
    states.set(handle, state);
    done(null, handle);
  },
  load(_request: unknown, handle: string, ...[options, last]: [Done] | [{ destroy?: boolean }, Done]) {
    const state = states.get(handle);
    if (typeof options !== 'function' && options.destroy) states.delete(handle);
    (typeof options === 'function' ? options : last)?.(null, state);
  },
  update(_request: unknown, handle: string, state: object, done: Done) {
    states.set(handle, state);
    done(null);
  },
});

/** One step of single logout (samlp checks the portal's signature): begun here, begun at the portal, or the answer of one. */
export function signOut(
  query: Record<string, string>,
  browser: Browser,
  { issuer, keys }: { issuer: string; keys: Keys },
): Promise<Outcome> {
  const step = logout({
    ...{ issuer, key: keys.privateKey, cert: keys.certificate, signatureAlgorithm: 'rsa-sha256', digestAlgorithm: 'sha256' },
    ...{ deflate: true, protocolBinding: redirectBinding, store: makeStore(browser) },
    sessionParticipants: new SessionParticipants(browser.sessions),
    clearIdPSession: (done: Done) => {
      browser.person = null;
      done(null);
    },
  });
  return new Promise((resolve, reject) => {
    const response = { set: () => {}, send: () => resolve({ done: true }), redirect: (to: string) => resolve({ to }) };
    step({ method: 'GET', query, body: {} }, response, reject);
  });
}
