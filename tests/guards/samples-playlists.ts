import type { Ids, Sample } from './sample.ts';

/** The link of every place's display, and the code and secret of every waiting screen. */
export const known = { link: 'L'.repeat(43), secret: 'S'.repeat(43), code: 'ACDEFG' };

const list = (ids: Ids) => ({
  items: [{ reportId: ids.report, viewId: ids.view, seconds: 45 }, { reportId: ids.report2 }],
  people: [ids.user2],
  groups: [ids.userGroup],
});
const display = (ids: Ids) => ({ name: 'TV da expedição', place: 'Campinas', playlistId: ids.playlist });

/** Playlists and their displays. */
export const playlistSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/playlists': [{ of: () => ({ path: '/api/auth/playlists?search=exp&sort=-created&mine=1' }) }],
  'GET /api/auth/playlists/export': [{ of: () => ({ path: '/api/auth/playlists/export?sort=name' }) }],
  'GET /api/auth/playlists/reports': [{ of: () => ({ path: '/api/auth/playlists/reports?q=vend' }) }],
  'GET /api/auth/playlists/people': [{ of: () => ({ path: '/api/auth/playlists/people?q=br' }) }],
  'GET /api/auth/playlists/{id}': [{ of: (ids) => ({ path: `/api/auth/playlists/${ids.playlist}` }) }],
  'POST /api/auth/playlists': [{ of: (ids) => ({ path: '/api/auth/playlists', body: { name: 'Fábrica', ...list(ids) } }) }],
  'PUT /api/auth/playlists/{id}': [
    { of: (ids) => ({ path: `/api/auth/playlists/${ids.playlist}`, body: { version: 1, name: 'Outro nome', ...list(ids) } }) },
  ],
  'POST /api/auth/playlists/{id}/copy': [{ of: (ids) => ({ path: `/api/auth/playlists/${ids.playlist}/copy`, body: { name: 'Cópia' } }) }],
  'DELETE /api/auth/playlists/{id}': [{ of: (ids) => ({ path: `/api/auth/playlists/${ids.playlist}` }) }],
  'GET /api/auth/playlists/{id}/play': [{ of: (ids) => ({ path: `/api/auth/playlists/${ids.playlist}/play` }) }],
  'GET /api/auth/group_reports/{id}/play': [{ of: (ids) => ({ path: `/api/auth/group_reports/${ids.group}/play` }) }],
  // A first token costs a claim and a write, as for the viewer of a report.
  'POST /api/auth/playlists/{id}/embed': [
    {
      of: (ids) => ({ path: `/api/auth/playlists/${ids.playlist}/embed`, body: { itemId: ids.playlistItem } }),
      trips: [3, 1],
      unaudited: true,
    },
  ],
  'GET /api/auth/playlist_devices': [
    { of: () => ({ path: '/api/auth/playlist_devices?search=tv&sort=-seen&state=live' }) },
    { of: (ids) => ({ path: `/api/auth/playlist_devices?id=${ids.device}` }), absent: 200 },
  ],
  'GET /api/auth/playlist_devices/export': [{ of: () => ({ path: '/api/auth/playlist_devices/export?state=ended' }) }],
  'POST /api/auth/playlist_devices': [{ of: (ids) => ({ path: '/api/auth/playlist_devices', body: display(ids) }) }],
  'POST /api/auth/playlist_devices/pair': [
    { of: (ids) => ({ path: '/api/auth/playlist_devices/pair', body: { code: 'acd-efg', ...display(ids) } }) },
  ],
  'PUT /api/auth/playlist_devices/{id}': [
    { of: (ids) => ({ path: `/api/auth/playlist_devices/${ids.device}`, body: { version: 1, ...display(ids) } }) },
  ],
  'POST /api/auth/playlist_devices/{id}/{action}': [
    { of: (ids) => ({ path: `/api/auth/playlist_devices/${ids.device}/rotate`, body: {} }) },
    { of: (ids) => ({ path: `/api/auth/playlist_devices/${ids.device}/extend`, body: {} }) },
    { of: (ids) => ({ path: `/api/auth/playlist_devices/${ids.device}/revoke`, body: {} }) },
  ],
  'POST /api/login/playlist': [{ of: () => ({ path: '/api/login/playlist', body: { token: known.link } }), trips: [1, 1] }],
  'POST /api/login/playlist/pair': [{ of: () => ({ path: '/api/login/playlist/pair', body: {} }), trips: [1, 1] }],
  'POST /api/login/playlist/poll': [{ of: () => ({ path: '/api/login/playlist/poll', body: { secret: known.secret } }), trips: [1, 1] }],
  'POST /api/playlist/beat': [
    {
      of: (ids) => ({ path: '/api/playlist/beat', body: { item: ids.playlistItem, out: [ids.playlistItem] } }),
      trips: [1, 1],
      unaudited: true,
    },
  ],
  'POST /api/playlist/embed': [
    { of: (ids) => ({ path: '/api/playlist/embed', body: { itemId: ids.playlistItem } }), trips: [3, 1], unaudited: true },
  ],
};
