import type { Sample } from './sample.ts';

const base = '/api/auth/user-imports';
const file = 'Nome;E-mail\r\nDavi Monteiro;davi@same.test\r\n';
const mapping = { mapping: ['name', 'email'], choices: { makeGroups: true }, fixed: { language: 'es', groups: ['Vendas'] } };

/** Imports of people. The units they may come from are those of the account, whatever the host. */
export const userImportSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/user-imports': [{ of: () => ({ path: `${base}?search=pessoas&sort=-name&page=1&size=10` }) }],
  'GET /api/auth/user-imports/export': [{ of: () => ({ path: `${base}/export?sort=name` }) }],
  'GET /api/auth/user-imports/template': [
    { of: () => ({ path: `${base}/template?format=csv` }) },
    { of: () => ({ path: `${base}/template?format=xlsx` }) },
  ],
  // Deleting a draft that doesn't exist succeeds.
  'PUT /api/auth/user-imports/file': [
    { of: (ids) => ({ path: `${base}/file?name=pessoas.csv&replaces=${ids.importDraft}`, body: file }), absent: 200, keepsRest: true },
  ],
  'GET /api/auth/user-imports/units': [{ of: () => ({ path: `${base}/units` }), ofAccount: true }],
  'GET /api/auth/user-imports/units/{unit}/people': [
    { of: (ids) => ({ path: `${base}/units/${ids.ownUnit}/people?search=br` }), ofAccount: true },
  ],
  'POST /api/auth/user-imports/units/{unit}': [
    { of: (ids) => ({ path: `${base}/units/${ids.ownUnit}`, body: { ids: [ids.ownUnitPerson] } }), ofAccount: true },
  ],
  'GET /api/auth/user-imports/{id}': [{ of: (ids) => ({ path: `${base}/${ids.importDraft}` }) }],
  'PUT /api/auth/user-imports/{id}/header': [{ of: (ids) => ({ path: `${base}/${ids.importDraft}/header`, body: { row: 1 } }) }],
  'PUT /api/auth/user-imports/{id}/mapping': [{ of: (ids) => ({ path: `${base}/${ids.importDraft}/mapping`, body: mapping }) }],
  'GET /api/auth/user-imports/{id}/rows': [
    { of: (ids) => ({ path: `${base}/${ids.importDraft}/rows?view=ready&search=carla&page=1&size=10` }) },
  ],
  'PUT /api/auth/user-imports/{id}/rows/{n}': [
    { of: (ids) => ({ path: `${base}/${ids.importDraft}/rows/2`, body: { values: { name: 'Carla Reis' } } }) },
  ],
  'POST /api/auth/user-imports/{id}/rows/remove': [
    { of: (ids) => ({ path: `${base}/${ids.importDraft}/rows/remove`, body: { rows: [2] } }) },
  ],
  'POST /api/auth/user-imports/{id}/start': [{ of: (ids) => ({ path: `${base}/${ids.importDraft}/start`, body: {} }) }],
  'POST /api/auth/user-imports/{id}/cancel': [{ of: (ids) => ({ path: `${base}/${ids.importRunning}/cancel`, body: {} }) }],
  'POST /api/auth/user-imports/{id}/reopen': [{ of: (ids) => ({ path: `${base}/${ids.importEnded}/reopen`, body: {} }) }],
  'DELETE /api/auth/user-imports/{id}': [{ of: (ids) => ({ path: `${base}/${ids.importEnded}` }) }],
  'GET /api/auth/user-imports/{id}/result': [{ of: (ids) => ({ path: `${base}/${ids.importEnded}/result?only=problems` }) }],
};
