import { expect, test } from 'vitest';
import type { CachedSession } from '../session/storage.ts';
import { whatStandsAt } from './switch.ts';

// Unknown profiles are under test.
const getSession = (perfil_usuario: unknown) => ({ user: { perfil_usuario }, token: 't', auth_type: '', tenant_id: '' }) as CachedSession;
const user = getSession('user');

test.each(['/', '/all/reports', '/018f/reports/view', '/partners', '/authorization/abc'])(
  '%s sends who is not signed in to sign-in',
  (path) => {
    expect(whatStandsAt(path, null, false)).toEqual({ kind: 'go', to: '/signin' });
    expect(whatStandsAt(path, user, false)).toEqual({ kind: 'portal' });
  },
);

test.each(['superadmin', undefined, null, 7])('the profile %j gets no authenticated route and no loop', (profile) => {
  expect(whatStandsAt('/', getSession(profile), false)).toEqual({ kind: 'go', to: '/signin' });
  expect(whatStandsAt('/signin', getSession(profile), false)).toEqual({ kind: 'public', page: 'sign-in' });
});

test.each([
  ['/signin', 'sign-in'],
  ['/ip/notallowed', 'ip-not-allowed'],
  ['/domain/notfound', 'domain-not-found'],
  ['/popup_blocked', 'popup-blocked'],
  ['/forgot', 'forgot-password'],
  ['/new/password/abc', 'new-password'],
  ['/no/such/page', 'not-found'],
] as const)('%s is a public page', (path, page) => {
  expect(whatStandsAt(path, null, false)).toEqual({ kind: 'public', page });
});

test('an unknown path of a signed-in user is left to the shell', () => {
  expect(whatStandsAt('/no/such/page', user, false)).toEqual({ kind: 'portal' });
});

test('on an unknown host every address shows the one page that names no tenant', () => {
  expect(whatStandsAt('/all/reports', user, true)).toEqual({ kind: 'go', to: '/domain/notfound' });
  expect(whatStandsAt('/domain/notfound', null, true)).toEqual({ kind: 'public', page: 'domain-not-found' });
});

test('a screen signed in as a display plays at the player’s address and nowhere else', () => {
  const letIn = { isLetIn: true, isAsked: false };
  expect(whatStandsAt('/018f/playlist/view', null, false, letIn)).toEqual({ kind: 'display' });
  expect(whatStandsAt('/018f/playlist/view', user, false, letIn)).toEqual({ kind: 'portal' });
  expect(whatStandsAt('/018f/playlist/view', user, false, { ...letIn, isAsked: true })).toEqual({ kind: 'display' });
  expect(whatStandsAt('/018f/playlist/view', null, false, { isLetIn: false, isAsked: true })).toEqual({ kind: 'go', to: '/signin' });
  expect(whatStandsAt('/all/reports', null, false, { ...letIn, isAsked: true })).toEqual({ kind: 'go', to: '/signin' });
  expect(whatStandsAt('/auth/playlist/pair', user, false, letIn)).toEqual({ kind: 'public', page: 'playlist-access' });
});
