import type { Sample } from './sample.ts';

const filePath = (id: string, verb = '') => `/api/auth/exports/${id}${verb}`;

/** Exports of reports, and comments on them. */
export const exportSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/exports': [{ of: () => ({ path: '/api/auth/exports?sort=-created&size=10&page=1' }) }],
  'POST /api/auth/reports/{id}/exports': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/exports`, body: { format: 'PDF', pages: ['ReportSection'], mail: 'S' } }) },
  ],
  'POST /api/auth/exports/{id}/cancel': [{ of: (ids) => ({ path: filePath(ids.underWay, '/cancel'), body: {} }) }],
  'POST /api/auth/exports/{id}/retry': [{ of: (ids) => ({ path: filePath(ids.failedFile, '/retry'), body: {} }) }],
  'POST /api/auth/exports/{id}/download': [{ of: (ids) => ({ path: filePath(ids.file, '/download'), body: {} }) }],
  'DELETE /api/auth/exports/{id}': [{ of: (ids) => ({ path: filePath(ids.failedFile) }) }],
  'GET /api/auth/reports/{id}/comments': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/comments?size=10` }) }],
  'POST /api/auth/reports/{id}/comments': [
    {
      of: (ids) => ({
        path: `/api/auth/reports/${ids.report}/comments`,
        body: { text: '@Bruna Reis veja', parentId: ids.comment, mentions: [ids.user2], page: { name: 'ReportSection', title: 'Resumo' } },
      }),
    },
  ],
  // Read marks concern only the caller.
  'POST /api/auth/reports/{id}/comments/read': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/comments/read`, body: {} }), unaudited: true },
  ],
  'GET /api/auth/reports/{id}/people': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/people?q=br` }) }],
  'PUT /api/auth/comments/{id}': [
    { of: (ids) => ({ path: `/api/auth/comments/${ids.ownComment}`, body: { text: 'O Sul subiu.', mentions: [ids.user2] } }) },
  ],
  'DELETE /api/auth/comments/{id}': [{ of: (ids) => ({ path: `/api/auth/comments/${ids.ownComment}` }) }],
  'GET /api/auth/comments/{id}/view': [{ of: (ids) => ({ path: `/api/auth/comments/${ids.comment}/view` }) }],
};
