import type { Ids, Sample } from './sample.ts';

const path = (ids: Ids, end = '') => `/api/auth/resources/${ids.capacity}${end}`;

/** Controlled capacities. What is asked of the service goes by the owner's account, which is one more trip. */
export const capacitySamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/capacities': [{ of: () => ({ path: '/api/auth/capacities' }) }],
  'POST /api/auth/resources': [{ of: (ids) => ({ path: '/api/auth/resources', body: { accountId: ids.account2, armId: ids.armId } }) }],
  'GET /api/auth/resources/{id}': [{ of: (ids) => ({ path: path(ids) }) }],
  'PUT /api/auth/resources/{id}': [
    { of: (ids) => ({ path: path(ids), body: { version: 1, baseSize: 'A2', idleMinutes: 45, budgetCents: 500_000 } }) },
  ],
  'DELETE /api/auth/resources/{id}': [{ of: (ids) => ({ path: path(ids, '?name=capacidade') }) }],
  'POST /api/auth/resources/{id}/resume': [{ of: (ids) => ({ path: path(ids, '/resume'), body: {} }) }],
  'POST /api/auth/resources/{id}/suspend': [{ of: (ids) => ({ path: path(ids, '/suspend'), body: { when: 'anyway' } }) }],
  'POST /api/auth/resources/{id}/resize': [{ of: (ids) => ({ path: path(ids, '/resize'), body: { size: 'A3' } }) }],
  'POST /api/auth/resources/{id}/override': [{ of: (ids) => ({ path: path(ids, '/override'), body: { until: null } }) }],
  'POST /api/auth/resources/{id}/dry-run': [
    { of: (ids) => ({ path: path(ids, '/dry-run'), body: { baseSize: 'A1', autoPause: 'S' } }), unaudited: true },
  ],
  'GET /api/auth/resources/{id}/log': [{ of: (ids) => ({ path: path(ids, '/log?size=10') }) }],
  'GET /api/auth/resources/{id}/ledger': [{ of: (ids) => ({ path: path(ids, '/ledger?month=2026-11') }) }],
  'GET /api/auth/resources/{id}/before-pause': [{ of: (ids) => ({ path: path(ids, '/before-pause') }), trips: [2, 2] }],
  'GET /api/auth/resources/{id}/overage': [{ of: (ids) => ({ path: path(ids, '/overage') }) }],
  'POST /api/auth/resources/{id}/owner': [{ of: (ids) => ({ path: path(ids, '/owner'), body: { tenantId: ids.unit, version: 1 } }) }],
};
