import { password } from '../support/password.ts';
import { managementSamples } from './management-samples.ts';
import { type Call, getTicket, type Ids, type Place, type Sample } from './sample.ts';
import { accessSamples } from './samples-access.ts';
import { accountSamples } from './samples-accounts.ts';
import { automaticActionSamples } from './samples-automatic-actions.ts';
import { biAccountSamples } from './samples-bi-accounts.ts';
import { capacitySamples } from './samples-capacity.ts';
import { catalogSamples } from './samples-catalogs.ts';
import { customFieldSamples } from './samples-custom-fields.ts';
import { embeddingSamples } from './samples-embedding.ts';
import { entraSamples } from './samples-entra.ts';
import { exportSamples } from './samples-exports.ts';
import { faqSamples } from './samples-faq.ts';
import { jobSamples } from './samples-jobs.ts';
import { listViewSamples } from './samples-list-views.ts';
import { mailSamples } from './samples-mail.ts';
import { mailTemplateSamples } from './samples-mail-templates.ts';
import { messageSamples } from './samples-messages.ts';
import { noticeSamples } from './samples-notices.ts';
import { partnerSamples } from './samples-partner-access.ts';
import { playlistSamples } from './samples-playlists.ts';
import { remoteSamples } from './samples-remote.ts';
import { samlSamples } from './samples-saml.ts';
import { scimSamples } from './samples-scim.ts';
import { shiftSamples } from './samples-shifts.ts';
import { signInSamples } from './samples-sign-in-log.ts';
import { tenantSamples } from './samples-tenants.ts';
import { twoFactorSamples } from './samples-two-factor.ts';
import { userGroupSamples } from './samples-user-groups.ts';
import { userImportSamples } from './samples-user-imports.ts';
import { userSamples } from './samples-users.ts';
import { wakingSamples } from './samples-waking.ts';

const visitId = () => crypto.randomUUID();
// The same in every call: a value that differs between two calls of a sample is taken for an id.
const loadedAt = Date.now();
const inHours = (hours: number) => new Date(loadedAt + hours * 3_600_000).toISOString();
const moment = { state: 'c3RhdGU=', page: 'p1', pageTitle: 'Resumo', rest: '[]' };
const people = (ids: Ids) => ({ audience: 'chosen', viewers: [ids.user, ids.user2] });
const kinds = <T>(make: (kind: 'groups' | 'subgroups', id: keyof Ids, within: (ids: Ids) => object) => T): T[] => [
  make('groups', 'group', () => ({})),
  make('subgroups', 'subgroup', (ids) => ({ groupId: ids.group })),
];

/** One valid call or more for every endpoint of the contract list; a new endpoint without one fails the guard. */
export const samples: Record<string, readonly Sample[]> = {
  'POST /api/login': [{ of: (_, email) => ({ path: '/api/login', body: { email, password } }), trips: [2, 2] }],
  'POST /api/login/config': [{ of: () => ({ path: '/api/login/config', body: {} }), trips: [1, 1] }],
  'POST /api/logout': [{ of: () => ({ path: '/api/logout', body: {} }), trips: [1, 1] }],
  'POST /api/refresh/token': [{ of: () => ({ path: '/api/refresh/token', body: {} }), trips: [1, 1] }],
  'POST /api/auth/config': [{ of: () => ({ path: '/api/auth/config', body: {} }), trips: [1, 1], unaudited: true, ofAccount: true }],
  'GET /api/auth/companies': [{ of: () => ({ path: '/api/auth/companies' }), ofAccount: true }],
  'POST /api/auth/change/companies': [
    { of: (ids) => ({ path: '/api/auth/change/companies', body: { company: ids.sibling } }), trips: [1, 1], ofAccount: true },
  ],
  'POST /api/oauth/company': [{ of: (ids) => ({ path: '/api/oauth/company', body: { token: getTicket(ids.sibling) } }), once: true }],
  'GET /api/auth/config/getConfig': [{ of: () => ({ path: '/api/auth/config/getConfig' }) }],
  'GET /api/timezone/all': [{ of: () => ({ path: '/api/timezone/all' }) }],
  'GET /api/auth/reports': [
    { of: () => ({ path: '/api/auth/reports?search=vendas&sort=-added&size=10&page=1' }) },
    { of: () => ({ path: '/api/auth/reports?favorites=1' }) },
    { of: (ids) => ({ path: `/api/auth/reports?group=${ids.group}` }) },
    { of: (ids) => ({ path: `/api/auth/reports?subgroup=${ids.subgroup}` }) },
  ],
  'GET /api/auth/overview': [{ of: () => ({ path: '/api/auth/overview' }) }],
  'GET /api/auth/dashboard': [{ of: () => ({ path: '/api/auth/dashboard' }) }],
  'GET /api/auth/group_reports/get/config/menu/reports': [{ of: () => ({ path: '/api/auth/group_reports/get/config/menu/reports' }) }],
  'GET /api/auth/group_reports/get/reports/all/select': [{ of: () => ({ path: '/api/auth/group_reports/get/reports/all/select' }) }],
  // Absent and forbidden look the same: both are "no".
  'POST /api/auth/report_view/check/exist/report': [
    {
      of: (ids) => ({ path: '/api/auth/report_view/check/exist/report', body: { reportId: ids.report } }),
      absent: 200,
      trips: [1, 1],
      unaudited: true,
    },
  ],
  'GET /api/auth/reports/{id}': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}` }) }],
  // A first token costs a claim, which keeps others from minting, and a write of the minted token; later viewers with the identity cost
  // one trip.
  'POST /api/auth/reports/{id}/embed': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/embed`, body: {} }), trips: [3, 1], unaudited: true },
  ],
  // A new refresh time from the service is stored after the answer.
  'GET /api/auth/reports/{id}/refreshes': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/refreshes` }), trips: [2, 1] }],
  'PUT /api/auth/reports/{id}/favorite': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report2}/favorite`, body: {} }) }],
  // Removing what doesn't exist succeeds.
  'DELETE /api/auth/reports/{id}/favorite': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/favorite` }), absent: 200 }],
  'POST /api/auth/problem': [
    {
      of: (ids) => ({ path: '/api/auth/problem', body: { problem: 'identity', report: ids.report, page: `/${ids.report}/reports/view` } }),
      // Repeated requests for help, and those of the only administrator, notify no one.
      unaudited: true,
    },
  ],
  // Reports that aren't favorites are left out of the order.
  'PUT /api/auth/favorites/order': [
    { of: (ids) => ({ path: '/api/auth/favorites/order', body: { ids: [ids.report, ids.report2] } }), absent: 200, keepsRest: true },
  ],
  'GET /api/auth/search': [{ of: () => ({ path: '/api/auth/search?q=vend' }) }],
  // The heartbeat of a report that is not this person's ends the view.
  'POST /api/auth/log/report/page/view': [
    {
      of: (ids) => ({
        path: '/api/auth/log/report/page/view',
        body: { reportId: ids.report, visitId: visitId(), page: 'Resumo', state: 'open' },
      }),
      absent: 200,
      // The visit is itself the record.
      unaudited: true,
    },
  ],
  // The saved state is itself the record, and deleting a missing one succeeds.
  'POST /api/auth/report_view/save/user-report-filters': [
    {
      of: (ids) => ({
        path: '/api/auth/report_view/save/user-report-filters',
        body: { filters: { reportId: ids.report, state: 'c3RhdGU=' } },
      }),
      unaudited: true,
    },
  ],
  'DELETE /api/auth/report_view/save/user-report-filters': [
    { of: (ids) => ({ path: `/api/auth/report_view/save/user-report-filters?reportId=${ids.report}` }), absent: 200, unaudited: true },
  ],
  'GET /api/auth/reports/{id}/views': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/views` }) }],
  'GET /api/auth/report_views/{id}': [{ of: (ids) => ({ path: `/api/auth/report_views/${ids.view}` }) }],
  'POST /api/auth/reports/{id}/views': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/views`, body: { name: 'Minha regional', shared: 'S', content: moment } }) },
  ],
  'PUT /api/auth/report_views/{id}': [
    {
      of: (ids) => ({
        path: `/api/auth/report_views/${ids.view}`,
        body: { version: 1, name: 'Outra regional', shared: 'S', content: moment },
      }),
    },
  ],
  'DELETE /api/auth/report_views/{id}': [{ of: (ids) => ({ path: `/api/auth/report_views/${ids.view}` }) }],
  'PUT /api/auth/reports/{id}/views/default': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/views/default`, body: { viewId: ids.view } }) },
  ],
  'PUT /api/auth/reports/{id}/views/default_for_all': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/views/default_for_all`, body: { viewId: ids.view } }) },
  ],
  'PUT /api/auth/reports/{id}/fresh_notice': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/fresh_notice`, body: {} }) }],
  // Removing a person who doesn't wait succeeds; the place's person waits for the report.
  'DELETE /api/auth/reports/{id}/fresh_notice': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report2}/fresh_notice` }), absent: 200 }],
  'GET /api/auth/reports/{id}/receivers': [{ of: (ids) => ({ path: `/api/auth/reports/${ids.report}/receivers?q=br` }) }],
  'POST /api/auth/reports/{id}/share': [
    {
      of: (ids) => ({
        path: `/api/auth/reports/${ids.report}/share`,
        body: { people: [ids.user2], message: 'Veja a regional.', page: 'p1', viewId: ids.view },
      }),
    },
  ],
  // A filter by an unknown id finds nothing.
  'GET /api/auth/{kind}': kinds((kind) => ({
    of: (ids) => ({ path: `/api/auth/${kind}?search=com&sort=name&visibility=visible&group=${ids.group}` }),
    absent: 200 as const,
  })),
  'GET /api/auth/{kind}/export': kinds((kind) => ({
    of: (ids) => ({ path: `/api/auth/${kind}/export?group=${ids.group}` }),
    absent: 200 as const,
  })),
  'GET /api/auth/{kind}/{id}': kinds((kind, id) => ({ of: (ids) => ({ path: `/api/auth/${kind}/${ids[id]}` }) })),
  'GET /api/auth/{kind}/{id}/history': kinds((kind, id) => ({ of: (ids) => ({ path: `/api/auth/${kind}/${ids[id]}/history` }) })),
  'POST /api/auth/{kind}': kinds((kind, _, within) => ({
    of: (ids) => ({ path: `/api/auth/${kind}`, body: { name: 'Exportação', description: 'Tudo', ...people(ids), ...within(ids) } }),
  })),
  'PUT /api/auth/{kind}/{id}': kinds((kind, id, within) => ({
    of: (ids) => ({ path: `/api/auth/${kind}/${ids[id]}`, body: { version: 1, name: 'Outro nome', ...people(ids), ...within(ids) } }),
  })),
  // An order must name exactly the existing items: any other list is stale.
  'PUT /api/auth/{kind}/order': kinds((kind, id, within) => ({
    of: (ids) => ({ path: `/api/auth/${kind}/order`, body: { ids: [ids[id]], ...within(ids) } }),
    absent: 409 as const,
  })),
  'POST /api/auth/{kind}/bulk': kinds((kind, id) => ({
    of: (ids) => ({ path: `/api/auth/${kind}/bulk`, body: { action: 'hide', ids: [ids[id]] } }),
  })),
  'GET /api/auth/viewers': [{ of: () => ({ path: '/api/auth/viewers?q=br' }) }],
  ...managementSamples,
  ...userImportSamples,
  'GET /api/auth/maintenance': [
    { of: () => ({ path: '/api/auth/maintenance?view=past&search=carga&sort=-ends&size=10' }) },
    { of: (ids) => ({ path: `/api/auth/maintenance?report=${ids.report}` }), absent: 200 },
  ],
  'GET /api/auth/maintenance/{id}': [{ of: (ids) => ({ path: `/api/auth/maintenance/${ids.window}` }) }],
  'POST /api/auth/maintenance/preview': [
    { of: () => ({ path: '/api/auth/maintenance/preview', body: { target: 'unit' } }), unaudited: true },
    {
      of: (ids) => ({ path: '/api/auth/maintenance/preview', body: { target: 'report', targetIds: [ids.report] } }),
      absent: 200,
      unaudited: true,
    },
  ],
  'GET /api/auth/maintenance/export': [
    { of: () => ({ path: '/api/auth/maintenance/export?view=past&sort=-ends' }) },
    { of: (ids) => ({ path: `/api/auth/maintenance/export?report=${ids.report}` }), absent: 200 },
  ],
  'POST /api/auth/maintenance': [
    {
      of: (ids) => ({
        path: '/api/auth/maintenance',
        body: { target: 'report', targetIds: [ids.report, ids.report2], title: 'Carga', startsAt: inHours(2), endsAt: inHours(4) },
      }),
    },
    {
      of: (ids) => ({
        path: '/api/auth/maintenance',
        body: { target: 'group', targetIds: [ids.group], title: 'Carga', endsAt: inHours(1) },
      }),
    },
    {
      of: () => ({
        path: '/api/auth/maintenance',
        body: { target: 'unit', title: 'Carga', startsAt: inHours(30), endsAt: inHours(31), loginNotice: 'S' },
      }),
    },
  ],
  'PUT /api/auth/maintenance/{id}': [
    {
      of: (ids) => ({
        path: `/api/auth/maintenance/${ids.window}`,
        body: { version: 1, title: 'Mais tarde', startsAt: inHours(5), endsAt: inHours(6) },
      }),
    },
  ],
  'POST /api/auth/maintenance/{id}/{action}': [{ of: (ids) => ({ path: `/api/auth/maintenance/${ids.window}/cancel`, body: {} }) }],
  'POST /api/auth/reports/{id}/maintenance/wait': [
    { of: (ids) => ({ path: `/api/auth/reports/${ids.report}/maintenance/wait`, body: {} }), unaudited: true },
  ],
  ...playlistSamples,
  ...remoteSamples,
  ...partnerSamples,
  ...listViewSamples,
  ...jobSamples,
  ...mailSamples,
  ...noticeSamples,
  ...messageSamples,
  ...mailTemplateSamples,
  ...entraSamples,
  ...exportSamples,
  ...faqSamples,
  ...embeddingSamples,
  ...automaticActionSamples,
  ...biAccountSamples,
  ...shiftSamples,
  ...signInSamples,
  ...tenantSamples,
  ...accessSamples,
  'GET /api/auth/usage': [
    { of: () => ({ path: '/api/auth/usage?days=7' }) },
    { of: (ids) => ({ path: `/api/auth/usage?report=${ids.report}` }) },
    { of: (ids) => ({ path: `/api/auth/usage?user=${ids.user2}` }) },
  ],
  'GET /api/auth/usage/{by}': [
    { of: () => ({ path: '/api/auth/usage/reports?search=vendas&sort=-time&days=90&never=1' }) },
    { of: () => ({ path: '/api/auth/usage/users?sort=last' }) },
  ],
  'GET /api/auth/usage/{by}/export': [{ of: () => ({ path: '/api/auth/usage/users/export?days=365' }) }],
  'GET /api/auth/analyze': [
    { of: () => ({ path: '/api/auth/analyze?search=ver&sort=-people&idle=1' }) },
    { of: () => ({ path: '/api/auth/analyze?days=90&size=10' }) },
  ],
  'GET /api/auth/analyze/export': [{ of: () => ({ path: '/api/auth/analyze/export?days=7' }) }],
  ...capacitySamples,
  ...wakingSamples,
  ...catalogSamples,
  ...accountSamples,
  ...customFieldSamples,
  ...userGroupSamples,
  ...samlSamples,
  ...userSamples,
  ...scimSamples,
  ...twoFactorSamples,
};

/** The first sample of an endpoint; if it needs a separate account, with a stand-in's address of the same shape. */
export function firstCall(name: string, { ids, person }: Place): Call | undefined {
  const sample = samples[name]?.[0];
  return sample?.of(ids, sample.alone ? `${crypto.randomUUID()}@people.test` : person.email);
}
