import type { Sample } from './sample.ts';

const base = '/api/auth/entra';
const form = {
  ...{ enabled: 'N', name: 'Microsoft', own: 'N', domains: ['vertice.test'], link: 'N', jit: 'N', jitStatus: 'A' },
  directories: [{ id: '5f0c6a1e-7f1a-4f0e-9a51-000000000009', name: 'Matriz' }],
};

/** One valid call for every endpoint of the cloud identity provider; the place has it configured, without a secret. */
export const entraSamples: Record<string, readonly Sample[]> = {
  'POST /api/login/entra': [{ of: () => ({ path: '/api/login/entra', body: {} }), trips: [1, 1], unaudited: true }],
  [`GET ${base}`]: [{ of: () => ({ path: base }) }],
  [`PUT ${base}`]: [{ of: (ids) => ({ path: base, body: { ...form, version: 1, groups: [{ claim: 'g-1', group: ids.userGroup }] } }) }],
  [`POST ${base}/try`]: [{ of: () => ({ path: `${base}/try`, body: {} }), unaudited: true }],
  [`DELETE ${base}`]: [{ of: () => ({ path: base }) }],
};
