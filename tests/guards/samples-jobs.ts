import type { Sample } from './sample.ts';

/** Work of the queues that failed for good. */
export const jobSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/jobs/failed': [{ of: () => ({ path: '/api/auth/jobs/failed?search=export&sort=kind&page=1' }) }],
  'GET /api/auth/jobs/failed/export': [{ of: () => ({ path: '/api/auth/jobs/failed/export?sort=-at' }) }],
  'POST /api/auth/jobs/failed/{id}/retry': [{ of: (ids) => ({ path: `/api/auth/jobs/failed/${ids.deadLetter}/retry`, body: {} }) }],
  'DELETE /api/auth/jobs/failed/{id}': [{ of: (ids) => ({ path: `/api/auth/jobs/failed/${ids.deadLetter}` }) }],
};
