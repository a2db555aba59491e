import type { Sample } from './sample.ts';

const account = '/api/auth/account';

export const signInSamples: Record<string, readonly Sample[]> = {
  'POST /api/refresh/log/auth': [
    { of: () => ({ path: '/api/refresh/log/auth', body: {} }), trips: [1, 1], unaudited: true },
    { of: () => ({ path: '/api/refresh/log/auth', body: { used: 'N' } }), trips: [1, 1], unaudited: true },
  ],
  [`GET ${account}/sessions`]: [{ of: () => ({ path: `${account}/sessions` }), ofAccount: true }],
  [`POST ${account}/sessions/end`]: [
    { of: (ids) => ({ path: `${account}/sessions/end`, body: { id: ids.session } }), alone: true, once: true, ofAccount: true },
  ],
  [`GET ${account}/sign_ins`]: [{ of: () => ({ path: `${account}/sign_ins?page=1` }), ofAccount: true }],
  'GET /api/auth/sign_ins': [
    {
      of: () => ({
        path: '/api/auth/sign_ins?search=bru&way=password&outcome=ok&address=203.&from=2026-01-01&to=2090-12-31&sort=at&size=10',
      }),
    },
    { of: (ids) => ({ path: `/api/auth/sign_ins?user=${ids.user}` }), absent: 200 },
  ],
  'GET /api/auth/sign_ins/export': [
    { of: () => ({ path: '/api/auth/sign_ins/export?outcome=blocked&part=1' }) },
    { of: (ids) => ({ path: `/api/auth/sign_ins/export?user=${ids.user}` }), absent: 200 },
  ],
  'GET /api/auth/audit': [
    { of: () => ({ path: '/api/auth/audit?family=grants&search=a&from=2026-01-01&to=2090-12-31&sort=-at&size=10' }) },
    { of: (ids) => ({ path: `/api/auth/audit?run=${ids.importEnded}` }), absent: 200 },
  ],
  'GET /api/auth/audit/export': [{ of: () => ({ path: '/api/auth/audit/export?family=people&part=1' }) }],
  'POST /api/auth/users/send/questionario/perfil': [
    { of: (ids) => ({ path: '/api/auth/users/send/questionario/perfil', body: { user_id: ids.user, perfil_usuario: 'Sócia' } }) },
  ],
  [`POST ${account}/questionnaire/later`]: [{ of: () => ({ path: `${account}/questionnaire/later`, body: {} }), ofAccount: true }],
  [`GET ${account}/questionnaire`]: [{ of: () => ({ path: `${account}/questionnaire` }), ofAccount: true }],
  'GET /api/auth/questionnaire': [{ of: () => ({ path: '/api/auth/questionnaire?answer=other&search=a&sort=-answered&size=10' }) }],
  'GET /api/auth/questionnaire/export': [{ of: () => ({ path: '/api/auth/questionnaire/export?answer=manager&part=1' }) }],
};
