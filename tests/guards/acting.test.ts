import { expect, test } from 'vitest';
import { preventedActing } from '../../domain/access/acting.ts';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';

// BEHAVIOUR 8, blocked always: password, second factor, e-mail and phone, API keys, consents, billing, further remote access, exports about people.
const kinds: Record<string, RegExp> = {
  account: /\/auth\/accounts?(\/|$)|password|2fa|two-factor|mfa|totp|passkey|recovery-code/,
  contact: /\/(own-)?(email|phone)(\/|$)/,
  keys: /api[-_]?keys?|embedding\/(keys\/|try)|scim\/(token|add|update|delete)|token_embedded/,
  billing: /billing|invoice|payer/,
  remote: /\/auth\/remote\/|\/auth\/change\/partner\//,
  people: /\/(users|grants|sight|catalog-requests|mail\/log|usage\/\{by\}|remote\/requests)\/(\{\w+\}\/)?export/,
};
// What an act-as session needs to live, to be told and to end; back/partner is how a switch ends.
const itsOwn = [
  'GET /api/auth/remote/live',
  'POST /api/auth/remote/session/end',
  'POST /api/auth/remote/session/page',
  'POST /api/auth/change/back/partner',
];
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const inside = (endpoints as readonly Endpoint[]).filter(({ needs }) => needs !== 'public' && needs !== 'playlist' && needs !== 'embedded');
const openThough = (list: readonly Endpoint[]) =>
  list
    .filter((one) => Object.values(kinds).some((kind) => kind.test(one.path)) && !one.personal && !itsOwn.includes(nameOf(one)))
    .map(nameOf);

test('what is a person’s own is closed to everybody who acts as another', () => {
  expect(openThough(inside)).toEqual([]);
  const stray = { method: 'POST', path: '/api/auth/billing/pay', needs: 'signedIn' } as Endpoint; // because only these three are looked at
  expect(openThough([stray])).toEqual(['POST /api/auth/billing/pay']);
  expect(inside.filter(({ personal }) => personal).length).toBeGreaterThan(15);
});

test('who may only look meets nothing that changes something', () => {
  const look = { reach: 'view', via: 'view', until: 0 } as const;
  const open = inside.filter((one) => one.method !== 'GET' && preventedActing(one, look) === null).map(nameOf);
  // Each of these changes nothing of the tenant's; whoever marks another with `reads` adds it here and says why.
  expect(open.sort()).toEqual([
    'POST /api/auth/change/back/partner',
    'POST /api/auth/config',
    // What a form is tried with is asked of a provider and stored nowhere.
    'POST /api/auth/entra/try',
    'POST /api/auth/log/report/page/view',
    'POST /api/auth/playlists/{id}/embed',
    'POST /api/auth/remote/session/end',
    'POST /api/auth/remote/session/page',
    'POST /api/auth/report_view/check/exist/report',
    'POST /api/auth/report_view/check/permission/edit/report',
    'POST /api/auth/reports/{id}/embed',
    'POST /api/auth/saml/metadata',
    'POST /api/auth/saml/test/result',
  ]);
});
