import type { Sample } from './samples.ts';

/** The tokens of a place's wait pages: of a request that waits, and of one that was allowed. */
export const waitTokens = (person: string) => {
  const own = person.replaceAll('-', '');
  return { waiting: `${own}-to-be-read`, allowed: `${own}-to--enter-` };
};

/** One valid call for every endpoint of remote access; the place's person has asked the other one, twice. */
export const remoteSamples: Record<string, readonly Sample[]> = {
  'POST /api/auth/remote/session/end': [{ of: () => ({ path: '/api/auth/remote/session/end', body: {} }), unaudited: true }],
  'POST /api/auth/remote/session/page': [
    { of: () => ({ path: '/api/auth/remote/session/page', body: { path: '/playlists', title: 'Apresentações' } }), unaudited: true },
  ],
  'GET /api/auth/remote/wait/{token}': [{ of: (ids) => ({ path: `/api/auth/remote/wait/${waitTokens(ids.user ?? '').waiting}` }) }],
  'POST /api/auth/remote/wait/{token}/cancel': [
    { of: (ids) => ({ path: `/api/auth/remote/wait/${waitTokens(ids.user ?? '').waiting}/cancel`, body: {} }) },
  ],
  'POST /api/auth/remote/wait/{token}/enter': [
    { of: (ids) => ({ path: `/api/auth/remote/wait/${waitTokens(ids.user ?? '').allowed}/enter`, body: {} }) },
  ],
};
