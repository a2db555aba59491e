import type { Sample } from './sample.ts';

/** The tokens of a place's wait pages: for a pending request and for an approved one. */
export const waitTokens = (person: string) => {
  const own = person.replaceAll('-', '');
  return { waiting: `${own}-to-be-read`, allowed: `${own}-to--enter-` };
};

const requests = '/api/auth/remote/requests';

/** One valid call for every endpoint of remote access; the place's person has asked two people, and an agent asks the other one. */
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
  'GET /api/auth/remote/live': [{ of: () => ({ path: '/api/auth/remote/live' }) }],
  'POST /api/auth/remote/requests': [
    {
      of: (ids) => ({ path: requests, body: { user: ids.user2, reason: 'Conferir um filtro', ticket: '1284', reach: 'act', minutes: 20 } }),
    },
  ],
  'POST /api/auth/remote/views': [{ of: (ids) => ({ path: '/api/auth/remote/views', body: { user: ids.user2 } }) }],
  'GET /api/auth/remote/people': [{ of: () => ({ path: '/api/auth/remote/people?search=bruna' }) }],
  'GET /api/auth/remote/requests': [
    { of: () => ({ path: `${requests}?view=all&whose=mine&search=bruna&sort=-asked` }) },
    { of: () => ({ path: `${requests}?view=open&whose=asked&kind=remote` }) },
  ],
  'GET /api/auth/remote/requests/export': [{ of: () => ({ path: `${requests}/export?whose=asked` }) }],
  'GET /api/auth/remote/requests/{id}': [{ of: (ids) => ({ path: `${requests}/${ids.remote}` }) }],
  'POST /api/auth/remote/requests/{id}/{action}': [
    { of: (ids) => ({ path: `${requests}/${ids.remote}/allow`, body: {} }) },
    { of: (ids) => ({ path: `${requests}/${ids.remote}/refuse`, body: { reason: 'Agora não' } }) },
  ],
  'GET /api/auth/remote/consent': [{ of: () => ({ path: '/api/auth/remote/consent' }) }],
  'PUT /api/auth/remote/consent': [{ of: () => ({ path: '/api/auth/remote/consent', body: { allow: false } }) }],
};
