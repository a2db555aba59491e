import { tinyPng } from '../support/make-picture.ts';
import { reportFile } from '../support/make-upload.ts';
import type { Ids, Sample } from './sample.ts';

const base = '/api/auth/management';
const placed = (ids: Ids) => ({
  accountId: ids.account2,
  workspaceId: ids.serviceWorkspace,
  groupId: ids.group,
  subgroupId: ids.subgroup,
  audience: 'everyone',
});
/** The smallest picture allowed as a cover. */
const picture = tinyPng(64, 64);
const managed = {
  ...{ title: 'Vendas por loja', description: 'Tudo', texts: {}, verified: true, hidden: false, coverKind: 'bars', externalUrl: null },
  ...{ navigationPanel: false, sideFilter: false, hiddenPages: false, visualHeaders: true, mobileBackground: true, orientation: 'auto' },
  ...{ showLastUpdate: true, tenantColors: false, allowEdit: false, restriction: 'none', onCatalog: true, onApp: true },
  ...{ watermark: 'inherit', ignoreRlsRole: null, catalogDescription: '', resolution: null },
};

/** The calls of report management; those that talk to the service or another site read first and write afterwards: two trips. */
export const managementSamples: Record<string, readonly Sample[]> = {
  'GET /api/auth/management/reports': [
    { of: () => ({ path: `${base}/reports?search=vendas&sort=-added&size=10&page=1` }) },
    { of: () => ({ path: `${base}/reports?view=noIdentity&kind=powerbi` }) },
    { of: (ids) => ({ path: `${base}/reports?group=${ids.group}` }), absent: 200 },
    { of: (ids) => ({ path: `${base}/reports?subgroup=${ids.subgroup}&owner=${ids.user}` }), absent: 200 },
  ],
  'GET /api/auth/management/reports/export': [
    { of: (ids) => ({ path: `${base}/reports/export?group=${ids.group}&subgroup=${ids.subgroup}` }), absent: 200 },
    { of: (ids) => ({ path: `${base}/reports/export?owner=${ids.user}` }), absent: 200 },
  ],
  'GET /api/auth/management/reports/{id}': [{ of: (ids) => ({ path: `${base}/reports/${ids.report}` }) }],
  'GET /api/auth/management/reports/{id}/history': [{ of: (ids) => ({ path: `${base}/reports/${ids.report}/history` }) }],
  'GET /api/auth/management/places': [{ of: () => ({ path: `${base}/places` }) }],
  'GET /api/auth/management/owners': [{ of: () => ({ path: `${base}/owners?q=br` }) }],
  'GET /api/auth/management/uploads': [{ of: () => ({ path: `${base}/uploads` }) }],
  'POST /api/auth/management/reports': [
    {
      of: (ids) => ({
        path: `${base}/reports`,
        body: { title: 'Portal', externalUrl: 'https://bi.invalid.mirante.app/x', groupId: ids.group, subgroupId: ids.subgroup },
      }),
    },
  ],
  'PUT /api/auth/management/reports/{id}': [
    {
      of: (ids) => ({
        path: `${base}/reports/${ids.report}`,
        body: { ...managed, version: 1, groupId: ids.group, subgroupId: ids.subgroup, ownerId: ids.user2 },
      }),
    },
  ],
  // An order must name exactly the existing items: any other list is stale.
  'PUT /api/auth/management/reports/order': [
    { of: (ids) => ({ path: `${base}/reports/order`, body: { groupId: ids.group, ids: [ids.report2, ids.report] } }), absent: 409 },
  ],
  'POST /api/auth/management/reports/bulk': [
    { of: (ids) => ({ path: `${base}/reports/bulk`, body: { action: 'hide', ids: [ids.report, ids.report2] } }) },
    {
      of: (ids) => ({
        path: `${base}/reports/bulk`,
        body: { action: 'move', ids: [ids.report2], groupId: ids.group, subgroupId: ids.subgroup },
      }),
    },
    { of: (ids) => ({ path: `${base}/reports/bulk`, body: { action: 'delete', ids: [ids.report] } }) },
  ],
  'POST /api/auth/management/reports/{id}/link': [{ of: (ids) => ({ path: `${base}/reports/${ids.linked}/link`, body: {} }) }],
  'PUT /api/auth/management/reports/{id}/cover': [
    { of: (ids) => ({ path: `${base}/reports/${ids.report}/cover`, body: { data: picture } }) },
  ],
  // Removing what doesn't exist succeeds and records nothing.
  'DELETE /api/auth/management/reports/{id}/cover': [{ of: (ids) => ({ path: `${base}/reports/${ids.report}/cover` }), unaudited: true }],
  'PUT /api/auth/management/reports/{id}/source': [
    {
      of: (ids) => ({
        path: `${base}/reports/${ids.report}/source`,
        body: { version: 1, accountId: ids.account2, workspaceId: ids.serviceWorkspace, serviceId: ids.serviceReport },
      }),
    },
  ],
  'POST /api/auth/management/imports/review': [
    { of: (ids) => ({ path: `${base}/imports/review`, body: { ...placed(ids), serviceIds: [ids.serviceReport] } }), unaudited: true },
  ],
  'POST /api/auth/management/imports/publish': [
    { of: (ids) => ({ path: `${base}/imports/publish`, body: { ...placed(ids), reports: [{ serviceId: ids.serviceReport }] } }) },
  ],
  'POST /api/auth/management/uploads': [
    {
      of: (ids) => ({
        path: `${base}/uploads`,
        body: { ...placed(ids), name: 'Outro painel.pbix', bytes: 10, conflict: 'abort' },
      }),
    },
  ],
  'PUT /api/auth/management/uploads/{id}/parts/{part}': [
    { of: (ids) => ({ path: `${base}/uploads/${ids.upload}/parts/0`, body: reportFile }) },
  ],
  'POST /api/auth/management/uploads/{id}/finish': [
    { of: (ids) => ({ path: `${base}/uploads/${ids.sent}/finish`, body: {} }), unaudited: true },
  ],
  'POST /api/auth/management/uploads/{id}/follow': [
    { of: (ids) => ({ path: `${base}/uploads/${ids.upload}/follow`, body: {} }), unaudited: true },
  ],
  'DELETE /api/auth/management/uploads/{id}': [{ of: (ids) => ({ path: `${base}/uploads/${ids.upload}` }) }],
};
