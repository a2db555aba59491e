import type { Sample } from './sample.ts';

const filters = [{ table: 'Loja', column: 'Região', operator: 'In', values: ['Sul'] }];
const none = { identity: { as: 'none' } };

/** Access to a report and its RLS identities; editing in place. */
export const accessSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/reports/{id}/access': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/access` }) }],
  'GET /api/auth/reports/{id}/grants': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/grants?search=ana&kind=user&sort=ends&size=10` }) },
  ],
  'GET /api/auth/reports/{id}/grants/export': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/grants/export` }) }],
  'POST /api/auth/reports/{id}/grants': [
    {
      of: (ids) => ({
        path: `/api/auth/reports/${ids.report}/grants`,
        body: {
          subjects: [
            { kind: 'user', id: ids.user2 },
            { kind: 'group', id: ids.userGroup },
          ],
          ...none,
          filters,
          validUntil: '2090-12-31T03:00:00Z',
          note: 'Pedido do comercial',
        },
      }),
    },
  ],
  'PUT /api/auth/reports/{id}/grants/{grantId}': [
    {
      of: (ids) => ({
        path: `/api/auth/reports/${ids.report}/grants/${ids.grant}`,
        body: { ...none, filters, note: 'Só o Sul', version: 1 },
      }),
    },
  ],
  'POST /api/auth/reports/{id}/grants/remove': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/grants/remove`, body: { ids: [ids.grant] } }) },
  ],
  'GET /api/auth/grant-subjects': [
    { of: () => ({ path: '/api/auth/grant-subjects?q=br' }) },
    { of: () => ({ path: '/api/auth/grant-subjects?q=br&who=anyone' }) },
  ],
  'GET /api/auth/reports/{id}/sight': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/sight?view=unidentified&search=ana&sort=-name&size=10` }) },
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/sight?view=unseeing` }) },
  ],
  'GET /api/auth/users/{id}/reports/export': [{ of: (ids) => ({ path: `/api/auth/users/${ids.user2}/reports/export?sort=-until` }) }],
  'GET /api/auth/users/{id}/reports': [{ of: (ids) => ({ path: `/api/auth/users/${ids.user2}/reports?search=vend&page=1` }) }],
  'GET /api/auth/access/explain': [{ of: (ids) => ({ path: `/api/auth/access/explain?user=${ids.user2}&report=${ids.report}` }) }],
  'GET /api/auth/reports/{id}/sight/export': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/sight/export?view=seeing` }) }],
  // A first token costs a claim, which keeps others from minting, and a write of the minted token.
  'POST /api/auth/reports/{id}/test-as': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/test-as`, body: { userId: ids.user2 } }), trips: [3, 1] },
  ],
  'POST /api/auth/reports/{id}/values': [
    {
      of: (ids) => ({ path: `/api/auth/reports/${ids.report}/values`, body: { table: 'Vendas', column: 'Regional' } }),
      trips: [1, 1],
      unaudited: true,
    },
  ],
  'POST /api/auth/reports/{id}/roles': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/roles`, body: {} }), unaudited: true }],
  'POST /api/auth/reports/{id}/identity/preview': [
    {
      of: (ids) => ({ path: `/api/auth/reports/${ids.report}/identity/preview`, body: { user: ids.user2, ...none, filters: [] } }),
      trips: [2, 1],
    },
  ],
  // Absent and forbidden look the same: both are "no".
  'POST /api/auth/report_view/check/permission/edit/report': [
    {
      of: (ids) => ({ path: '/api/auth/report_view/check/permission/edit/report', body: { reportId: ids.report } }),
      absent: 200,
      unaudited: true,
    },
  ],
  'POST /api/auth/reports/{id}/copies': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/copies`, body: { serviceReportId: ids.serviceCopy } }) },
  ],
};
