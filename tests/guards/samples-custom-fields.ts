import type { Sample } from './samples.ts';

const list = { of: 'user', type: 'list', labels: { 'pt-BR': 'Turno' }, options: [{ value: 'Manhã' }, { value: 'Noite' }] };

/** One valid call for every endpoint of custom fields; the place has two of people, of which the person edits the second. */
export const customFieldSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/custom-fields': [{ of: () => ({ path: '/api/auth/custom-fields' }) }],
  'GET /api/auth/custom-fields/export': [{ of: () => ({ path: '/api/auth/custom-fields/export' }) }],
  'GET /api/auth/custom-fields/{id}': [{ of: (ids) => ({ path: `/api/auth/custom-fields/${ids.customField}` }) }],
  'POST /api/auth/custom-fields': [{ of: () => ({ path: '/api/auth/custom-fields', body: list }) }],
  'PUT /api/auth/custom-fields/{id}': [
    { of: (ids) => ({ path: `/api/auth/custom-fields/${ids.customField}`, body: { ...list, version: 1, labels: { 'pt-BR': 'Região' } } }) },
  ],
  // A list that names what is not there is not the list that is there.
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
  'GET /api/auth/custom-fields/in-force/{of}': [
    { of: () => ({ path: '/api/auth/custom-fields/in-force/user' }) },
    { of: () => ({ path: '/api/auth/custom-fields/in-force/report' }) },
  ],
  'GET /api/auth/custom-fields/mine': [{ of: () => ({ path: '/api/auth/custom-fields/mine' }) }],
  'PUT /api/auth/custom-fields/mine': [{ of: () => ({ path: '/api/auth/custom-fields/mine', body: { custom: { cf_placa: 'ABC' } } }) }],
};
