import { tinyPng } from '../support/make-picture.ts';
import type { Ids, Sample } from './sample.ts';

const base = '/api/auth/users';
/** A profile that people of the place may have; its person's e-mail says which profile that is. */
const profileHere = (email: string) => (email.startsWith('a2m') ? 'a2m' : email.startsWith('master') ? 'master' : 'user');
const person = (ids: Ids, email: string) => ({
  ...{ name: 'Elisa Rocha', email: 'elisa@same.test', phone: '(11) 98765-4321', profile: profileHere(email), department: 'Comercial' },
  ...{ position: 'other', positionOther: 'Sócia', language: 'es', flags: ['notify'], groups: [ids.userGroup], homeReportId: ids.report },
  ...{ themeId: ids.theme, expiresAt: '2090-12-31T03:00:00Z', rlsUsername: 'elisa', rlsRoles: ['Vendas'], ipExempt: true },
  accessHours: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }],
});

export const userSamples: Record<string, readonly Sample[]> = {
  [`GET ${base}`]: [
    { of: () => ({ path: `${base}?search=bru&sort=-signedIn&status=A&language=es&never=1&size=10` }) },
    { of: () => ({ path: `${base}?removed=1&signedFrom=2026-01-01&signedTo=2026-12-31` }) },
    // A filter by an unknown id finds nothing.
    { of: (ids) => ({ path: `${base}?group=${ids.userGroup}` }), absent: 200 },
  ],
  [`GET ${base}/export`]: [
    { of: () => ({ path: `${base}/export?sort=-created&part=1` }) },
    { of: (ids) => ({ path: `${base}/export?group=${ids.userGroup}` }), absent: 200 },
  ],
  [`GET ${base}/choices`]: [{ of: () => ({ path: `${base}/choices` }) }],
  [`GET ${base}/{id}`]: [{ of: (ids) => ({ path: `${base}/${ids.user2}` }) }],
  [`GET ${base}/{id}/history`]: [{ of: (ids) => ({ path: `${base}/${ids.user2}/history?page=1&by=${ids.user2}` }) }],
  [`GET ${base}/{id}/history/export`]: [{ of: (ids) => ({ path: `${base}/${ids.user2}/history/export?by=${ids.user2}` }) }],
  [`POST ${base}`]: [{ of: (ids, email) => ({ path: base, body: { ...person(ids, email), invite: 'S' } }) }],
  [`PUT ${base}/{id}`]: [
    {
      of: (ids, email) => ({
        path: `${base}/${ids.user2}`,
        body: { version: 1, ...person(ids, email), name: 'Bruna Reis', email: 'other@same.test' },
      }),
    },
  ],
  [`PUT ${base}/{id}/status`]: [{ of: (ids) => ({ path: `${base}/${ids.user2}/status`, body: { action: 'block', reason: 'Férias' } }) }],
  [`POST ${base}/{id}/duplicate`]: [
    { of: (ids) => ({ path: `${base}/${ids.user2}/duplicate`, body: { name: 'Elisa Rocha', email: 'elisa@same.test' } }) },
  ],
  [`POST ${base}/{id}/remove`]: [{ of: (ids) => ({ path: `${base}/${ids.user2}/remove`, body: { typed: 'BRUNA_REIS' } }) }],
  [`POST ${base}/{id}/restore`]: [{ of: (ids) => ({ path: `${base}/${ids.removed}/restore`, body: {} }) }],
  [`POST ${base}/{id}/invite`]: [{ of: (ids) => ({ path: `${base}/${ids.invitee}/invite`, body: {} }) }],
  // The person isn't locked out: nothing happens, and nothing is recorded.
  [`POST ${base}/{id}/unlock`]: [{ of: (ids) => ({ path: `${base}/${ids.user2}/unlock`, body: {} }), unaudited: true }],
  [`POST ${base}/{id}/sign_out`]: [{ of: (ids) => ({ path: `${base}/${ids.user2}/sign_out`, body: {} }) }],
  [`PUT ${base}/{id}/picture`]: [{ of: (ids) => ({ path: `${base}/${ids.user2}/picture`, body: { data: tinyPng(64, 64) } }) }],
  // There is none: nothing happens, and nothing is recorded.
  [`DELETE ${base}/{id}/picture`]: [{ of: (ids) => ({ path: `${base}/${ids.user2}/picture` }), unaudited: true }],
  'GET /api/auth/account/profile': [{ of: () => ({ path: '/api/auth/account/profile' }), ofAccount: true }],
  'PUT /api/auth/account/profile': [
    {
      of: () => ({ path: '/api/auth/account/profile', body: { version: 1, name: 'Bruna Reis', phone: '(11) 98765-4321', language: 'es' } }),
      ofAccount: true,
    },
  ],
  'PUT /api/auth/account/picture': [
    { of: () => ({ path: '/api/auth/account/picture', body: { data: tinyPng(64, 64) } }), ofAccount: true },
  ],
  'DELETE /api/auth/account/picture': [{ of: () => ({ path: '/api/auth/account/picture' }), ofAccount: true, unaudited: true }],
  [`POST ${base}/bulk`]: [
    { of: (ids) => ({ path: `${base}/bulk`, body: { action: 'addToGroup', ids: [ids.invitee], userGroupId: ids.userGroup } }) },
    { of: (ids) => ({ path: `${base}/bulk`, body: { action: 'remove', ids: [ids.user2, ids.invitee], typed: '2' } }) },
    {
      of: (ids) => ({
        path: `${base}/bulk`,
        body: { action: 'setFlag', flag: 'notify', on: true, filter: { group: ids.userGroup }, expected: 1 },
      }),
      // A list with different people is stale.
      absent: 409,
    },
  ],
};
