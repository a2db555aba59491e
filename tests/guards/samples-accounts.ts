import { password } from '../support/password.ts';
import type { Sample } from './sample.ts';

/** The link that `makeAlone` creates for a person, whose address begins with a unique id. */
export const getLink = (email: string): string => email.slice(0, 36).padEnd(43, 'A');

/** The single sign-on code that `makeAlone` creates for the same person. */
export const getCode = (email: string): string => email.slice(0, 36).padEnd(43, 'S');

/** Passwords and their links. Calls that change an account come from a person whose account no one else uses. */
export const accountSamples: Record<string, readonly Sample[]> = {
  'POST /api/password/config': [
    { of: () => ({ path: '/api/password/config', body: {} }), trips: [1, 1] },
    { of: (_, email) => ({ path: '/api/password/config', body: { token: getLink(email) } }), trips: [1, 1], alone: true },
  ],
  'POST /api/password/new': [
    {
      of: (_, email) => ({ path: '/api/password/new', body: { token: getLink(email), password: 'nove-cafés-azuis' } }),
      trips: [2, 2],
      alone: true,
      once: true,
    },
  ],
  'POST /api/password/forgot': [
    { of: (_, email) => ({ path: '/api/password/forgot', body: { email: email || 'a@b.test' } }), trips: [1, 1] },
  ],
  'POST /api/saml/callback': [
    { of: (_, email) => ({ path: '/api/saml/callback', body: { code: getCode(email) } }), trips: [2, 2], alone: true, once: true },
  ],
  'GET /api/auth/account': [{ of: () => ({ path: '/api/auth/account' }) }],
  'POST /api/auth/account/password': [
    { of: () => ({ path: '/api/auth/account/password', body: { current: password, password: 'nove-cafés-azuis' } }), alone: true },
  ],
  'POST /api/auth/users/{id}/account_mail': [{ of: (ids) => ({ path: `/api/auth/users/${ids.user2}/account_mail`, body: {} }) }],
};
