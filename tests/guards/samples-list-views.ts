import type { Sample } from './sample.ts';

const path = '/api/auth/list-views';
const state = { words: { search: 'ana', sort: '-name' }, columns: { order: ['name'], hidden: ['phone'], compact: true } };

export const listViewSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/list-views': [{ of: () => ({ path: `${path}?list=users` }) }],
  'POST /api/auth/list-views': [{ of: () => ({ path, body: { list: 'users', name: 'Região Norte', shared: 'N', state } }) }],
  'PUT /api/auth/list-views/{id}': [
    { of: (ids) => ({ path: `${path}/${ids.listView}`, body: { version: 1, name: 'Outro nome', shared: 'N', state } }) },
  ],
  'DELETE /api/auth/list-views/{id}': [{ of: (ids) => ({ path: `${path}/${ids.listView}` }) }],
  // A person's choice of columns isn't audited.
  'PUT /api/auth/list-views/columns': [
    { of: () => ({ path: `${path}/columns`, body: { list: 'users', columns: state.columns } }), unaudited: true },
  ],
};
