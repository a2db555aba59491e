import type { Sample } from './sample.ts';

const identity = { as: 'none' };

/** One valid call for every endpoint of the catalog; the place's user owns the requested report. */
export const catalogSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/catalogs': [
    { of: () => ({ path: '/api/auth/catalogs?search=custos&sort=-added' }) },
    { of: (ids) => ({ path: `/api/auth/catalogs?group=${ids.group}` }), absent: 200 },
    { of: (ids) => ({ path: `/api/auth/catalogs?report=${ids.onCatalog}` }), absent: 200 },
  ],
  'POST /api/auth/catalogs/{id}/requests': [
    { of: (ids) => ({ path: `/api/auth/catalogs/${ids.onCatalog}/requests`, body: { justification: 'Fechar o mês com a equipe' } }) },
  ],
  'GET /api/auth/catalog-requests': [
    { of: () => ({ path: '/api/auth/catalog-requests?view=all&search=bruna&sort=-person' }) },
    { of: (ids) => ({ path: `/api/auth/catalog-requests?mine=1&report=${ids.onCatalog}` }), absent: 200 },
  ],
  'GET /api/auth/catalog-requests/export': [
    { of: () => ({ path: '/api/auth/catalog-requests/export?view=decided' }) },
    { of: (ids) => ({ path: `/api/auth/catalog-requests/export?report=${ids.report2}` }), absent: 200 },
  ],
  'GET /api/auth/catalog-requests/{id}': [{ of: (ids) => ({ path: `/api/auth/catalog-requests/${ids.request}` }) }],
  'DELETE /api/auth/catalog-requests/{id}': [{ of: (ids) => ({ path: `/api/auth/catalog-requests/${ids.ownRequest}` }) }],
  'POST /api/auth/catalog-requests/{id}/grant': [
    { of: (ids) => ({ path: `/api/auth/catalog-requests/${ids.request}/grant`, body: { identity } }) },
    { of: (ids) => ({ path: `/api/auth/catalog-requests/${ids.request}/grant`, body: { identity, userGroup: ids.userGroup } }) },
  ],
  // The decision with the report's facts, the claim, which keeps others from minting, and a write of the minted token; later it is cached.
  'POST /api/auth/catalog-requests/{id}/preview': [
    { of: (ids) => ({ path: `/api/auth/catalog-requests/${ids.request}/preview`, body: { identity } }), trips: [2, 1] },
  ],
  'POST /api/auth/catalog-requests/{id}/roles': [
    { of: (ids) => ({ path: `/api/auth/catalog-requests/${ids.request}/roles`, body: {} }), unaudited: true },
  ],
  'POST /api/auth/catalog-requests/{id}/lift': [{ of: (ids) => ({ path: `/api/auth/catalog-requests/${ids.denied}/lift`, body: {} }) }],
  'POST /api/auth/catalog-requests/{id}/{action}': [
    { of: (ids) => ({ path: `/api/auth/catalog-requests/${ids.request}/deny`, body: { reason: 'Fora do escopo' } }) },
  ],
};
