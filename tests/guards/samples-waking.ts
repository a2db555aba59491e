import type { Sample } from './sample.ts';

const nothingToAsk = { user: 'not_found', admin: 'not_found', master: 'not_found', a2m: 'not_found' } as const;

/** Viewers at a paused capacity. The place's report runs on none: there is nothing to wait for, and no opening to ask for. */
export const wakingSamples: Record<string, readonly Sample[]> = {
  'POST /api/auth/reports/{id}/wake': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/wake`, body: { tell: 'S' } }), unaudited: true, trips: [1, 1] },
  ],
  'GET /api/auth/reports/{id}/wake': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/wake` }) }],
  'POST /api/auth/reports/{id}/ask-opening': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/ask-opening`, body: {} }), refused: nothingToAsk, unaudited: true },
  ],
  'POST /api/auth/reports/{id}/keep-viewing': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/keep-viewing`, body: {} }), unaudited: true },
  ],
};
