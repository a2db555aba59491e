import { type Authenticator, authenticator, codeAt, sealedKey } from '../support/make-factor.ts';
import { password } from '../support/password.ts';
import type { Sample } from './sample.ts';

/** What `makeAlone` creates for a person, whose address begins with the tenant's id: challenges and a pending sign-in. */
export const getChallenge = (email: string): string => email.slice(0, 36).padEnd(43, 'C');
export const makeSignInToken = (email: string): string => email.slice(0, 36).padEnd(43, 'P');
export const getPending = (email: string): string => email.slice(0, 36).padEnd(43, 'F');

/** The link that keeps that account's factors after they were reported lost. */
export const makeKeepToken = (email: string): string => email.slice(0, 36).padEnd(43, 'K');

const devices = new Map<string, Authenticator>();
/** The authenticator of that person, on the tenant's host. */
export function getDevice(email: string): Authenticator {
  const device = devices.get(email) ?? authenticator(`t-${email.slice(0, 13)}.localhost`);
  devices.set(email, device);
  return device;
}

// The same in calls made close together: a value that differs between two calls of a sample is taken for an id.
const seals = new Map<string, string>();
let shown = { at: 0, code: '' };
/** A new app of that person, with the code that it shows. */
function fresh(email: string) {
  const id = /^[\da-f-]{36}/.exec(email)?.[0] ?? '00000000-0000-4000-8000-0000000000fa';
  const seal = seals.get(id) ?? sealedKey(id);
  seals.set(id, seal);
  if (Date.now() - shown.at > 25_000) shown = { at: Date.now(), code: codeAt(Date.now()) };
  return { id, seal, app_code: shown.code };
}
const recovery = 'AAAA-BBBB-CCCC-DDDD';
const own = '/api/auth/account/factors';

/** Second factors. Calls about the caller's own factors come from a person whose account no one else uses. */
export const twoFactorSamples: Record<string, readonly Sample[]> = {
  'POST /api/login/2fa/config': [
    { of: (_, email) => ({ path: '/api/login/2fa/config', body: { token: getPending(email) } }), trips: [1, 1], alone: 'factors' },
  ],
  'POST /api/login/2fa': [
    {
      of: (_, email) => ({ path: '/api/login/2fa', body: { token: getPending(email), code: recovery } }),
      trips: [2, 2],
      alone: 'factors',
      once: true,
    },
  ],
  'POST /api/login/2fa/help': [
    {
      of: (_, email) => ({ path: '/api/login/2fa/help', body: { token: getPending(email), what: 'lost' } }),
      trips: [1, 1],
      alone: 'factors',
    },
  ],
  'POST /api/account/factors/link': [
    { of: (_, email) => ({ path: '/api/account/factors/link', body: { token: makeKeepToken(email) } }), trips: [1, 1], alone: true },
  ],
  'POST /api/account/factors/link/use': [
    {
      of: (_, email) => ({ path: '/api/account/factors/link/use', body: { token: makeKeepToken(email) } }),
      trips: [2, 2],
      alone: true,
      once: true,
    },
  ],
  'POST /api/login/passkey/options': [{ of: () => ({ path: '/api/login/passkey/options', body: { offer: true } }), trips: [1, 1] }],
  'POST /api/login/passkey': [
    {
      of: (_, email) => ({ path: '/api/login/passkey', body: { passkey: getDevice(email).sign(makeSignInToken(email)) } }),
      trips: [2, 2],
      alone: 'factors',
      once: true,
    },
  ],
  [`GET ${own}`]: [{ of: () => ({ path: own }) }],
  [`POST ${own}/start`]: [{ of: () => ({ path: `${own}/start`, body: {} }), unaudited: true }],
  [`POST ${own}`]: [
    {
      of: (_, email) => ({
        path: own,
        body: { ...fresh(email), name: 'Telefone', password, mail_code: '424242' },
      }),
      alone: true,
    },
  ],
  [`POST ${own}/confirm`]: [{ of: () => ({ path: `${own}/confirm`, body: { code: recovery } }), alone: 'factors' }],
  'POST /api/auth/account/passkeys/challenge': [
    { of: () => ({ path: '/api/auth/account/passkeys/challenge', body: {} }), unaudited: true },
  ],
  'POST /api/auth/account/passkeys/options': [
    { of: () => ({ path: '/api/auth/account/passkeys/options', body: { password, mail_code: '424242' } }), alone: true },
  ],
  'POST /api/auth/account/passkeys': [
    {
      of: (_, email) => ({
        path: '/api/auth/account/passkeys',
        body: { name: 'Notebook', passkey: getDevice(email).make(getChallenge(email)) },
      }),
      alone: true,
    },
  ],
  [`PUT ${own}/{id}`]: [{ of: (ids) => ({ path: `${own}/${ids.factor}`, body: { name: 'Outro nome' } }), alone: 'factors' }],
  [`POST ${own}/{id}/remove`]: [
    { of: (ids) => ({ path: `${own}/${ids.factor}/remove`, body: { password, code: recovery } }), alone: 'factors' },
  ],
  'POST /api/auth/account/recovery-codes': [
    { of: () => ({ path: '/api/auth/account/recovery-codes', body: { password } }), alone: 'factors' },
  ],
  'POST /api/auth/account/proof/options': [{ of: () => ({ path: '/api/auth/account/proof/options', body: {} }), unaudited: true }],
  'POST /api/auth/account/proof': [{ of: () => ({ path: '/api/auth/account/proof', body: { password } }), alone: true }],
  'POST /api/auth/account/devices/forget': [{ of: () => ({ path: '/api/auth/account/devices/forget', body: {} }) }],
  [`POST ${own}/code`]: [{ of: () => ({ path: `${own}/code`, body: {} }), alone: true, unaudited: true }],
  'POST /api/auth/users/{id}/readmit': [{ of: (ids) => ({ path: `/api/auth/users/${ids.invitee}/readmit`, body: {} }) }],
  'POST /api/auth/accounts/release': [
    {
      of: () => ({ path: '/api/auth/accounts/release', body: { email: 'released@same.test', reason: 'Seen in person' } }),
    },
  ],
  'GET /api/auth/users/{id}/factors': [{ of: (ids) => ({ path: `/api/auth/users/${ids.invitee}/factors` }) }],
  'POST /api/auth/users/{id}/factors/reset': [{ of: (ids) => ({ path: `/api/auth/users/${ids.invitee}/factors/reset`, body: {} }) }],
};
