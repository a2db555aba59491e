import { randomUUID } from 'node:crypto';
import { embedToken } from '../support/make-embedding.ts';
import type { Ids, Sample } from './sample.ts';

/** The secret of every place's key, and the host for which tokens of a key are made. */
export const embedSecret = 'E'.repeat(43);
export const embedHosts = new Map<string, string>();

/** The same token for five minutes: a value that differs between two calls of a sample is taken for an id. */
function getToken(ids: Ids): string {
  const iat = Math.floor(Date.now() / 300_000) * 300;
  return embedToken(
    { id: ids.embedKey, secret: embedSecret },
    {
      aud: embedHosts.get(ids.embedKey) ?? 'nowhere.test',
      iat,
      exp: iat + 600,
      jti: `sample-${iat}`,
      report: ids.report,
      identity: { username: 'loja-12', roles: [] },
    },
  );
}

export const embeddingSamples: Record<string, readonly Sample[]> = {
  'POST /api/login/embedded': [
    { of: (ids) => ({ path: '/api/login/embedded', body: { token: getToken(ids), parent: null } }), once: true, trips: [2, 2] },
  ],
  'GET /api/embedded/report': [{ of: () => ({ path: '/api/embedded/report' }) }],
  // A first token costs a claim and a write; later the claim already returns it.
  'POST /api/embedded/report/token': [{ of: () => ({ path: '/api/embedded/report/token', body: {} }), trips: [3, 2], unaudited: true }],
  // The visit is itself the record.
  'POST /api/embedded/report/view': [
    {
      of: () => ({ path: '/api/embedded/report/view', body: { visitId: randomUUID(), page: 'Resumo', state: 'open' } }),
      unaudited: true,
    },
  ],
  'GET /api/auth/embedding/keys': [{ of: () => ({ path: '/api/auth/embedding/keys' }) }],
  'POST /api/auth/embedding/keys': [{ of: () => ({ path: '/api/auth/embedding/keys', body: { name: 'Loja' } }) }],
  'POST /api/auth/embedding/keys/{id}/rotate': [{ of: (ids) => ({ path: `/api/auth/embedding/keys/${ids.embedKey}/rotate` }) }],
  'DELETE /api/auth/embedding/keys/{id}': [{ of: (ids) => ({ path: `/api/auth/embedding/keys/${ids.embedKey}` }) }],
  'POST /api/auth/embedding/try': [
    {
      of: (ids) => ({ path: '/api/auth/embedding/try', body: { report: ids.report, identity: { username: 'loja-12', roles: ['Sul'] } } }),
    },
  ],
};
