import type { Sample } from './sample.ts';

const list = { of: 'user', type: 'list', labels: { 'pt-BR': 'Turno' }, options: [{ value: 'Manhã' }, { value: 'Noite' }] };

/** What a person of the place wrote before the field stood in identities. */
const written = (ids: { writer: string }) => ({ user: ids.writer, key: 'cf_regional', value: 'Sul' });

/** One valid call for every endpoint of custom fields; the place has two fields of users, and users may edit the second one themselves. */
export const customFieldSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/custom-fields': [{ of: () => ({ path: '/api/auth/custom-fields' }) }],
  'GET /api/auth/custom-fields/export': [{ of: () => ({ path: '/api/auth/custom-fields/export' }) }],
  'GET /api/auth/custom-fields/{id}': [{ of: (ids) => ({ path: `/api/auth/custom-fields/${ids.customField}` }) }],
  'POST /api/auth/custom-fields': [{ of: () => ({ path: '/api/auth/custom-fields', body: list }) }],
  'PUT /api/auth/custom-fields/{id}': [
    { of: (ids) => ({ path: `/api/auth/custom-fields/${ids.customField}`, body: { ...list, version: 1, labels: { 'pt-BR': 'Região' } } }) },
  ],
  // A list with unknown ids is stale.
  'PUT /api/auth/custom-fields/order': [
    {
      of: (ids) => ({ path: '/api/auth/custom-fields/order', body: { of: 'user', ids: [ids.customField2, ids.customField] } }),
      absent: 409,
    },
  ],
  'POST /api/auth/custom-fields/bulk': [
    { of: (ids) => ({ path: '/api/auth/custom-fields/bulk', body: { action: 'disable', ids: [ids.customField, ids.customField2] } }) },
    { of: (ids) => ({ path: '/api/auth/custom-fields/bulk', body: { action: 'delete', ids: [ids.customField] } }) },
  ],
  'GET /api/auth/custom-fields/unreviewed': [{ of: () => ({ path: '/api/auth/custom-fields/unreviewed' }) }],
  // An unknown person has no value that the caller could have seen.
  'POST /api/auth/custom-fields/unreviewed/accept': [
    { of: (ids) => ({ path: '/api/auth/custom-fields/unreviewed/accept', body: { values: [written(ids)] } }), absent: 409, once: true },
  ],
  'PUT /api/auth/custom-fields/unreviewed': [
    { of: (ids) => ({ path: '/api/auth/custom-fields/unreviewed', body: { ...written(ids), by: 'Norte' } }), once: true },
  ],
  'GET /api/auth/custom-fields/in-force/{of}': [
    { of: () => ({ path: '/api/auth/custom-fields/in-force/user' }) },
    { of: () => ({ path: '/api/auth/custom-fields/in-force/report' }) },
  ],
  'GET /api/auth/custom-fields/mine': [{ of: () => ({ path: '/api/auth/custom-fields/mine' }) }],
  'PUT /api/auth/custom-fields/mine': [{ of: () => ({ path: '/api/auth/custom-fields/mine', body: { custom: { cf_placa: 'ABC' } } }) }],
};
