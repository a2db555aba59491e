import { type Action, can } from '../../../domain/access/permissions.ts';
import { loadAuditLog } from '../../features/audit-log/loader.ts';
import { loadActions } from '../../features/automatic-actions/loader.ts';
import { loadAccounts, loadResources, loadWorkspaces } from '../../features/bi-accounts/loader.ts';
import { loadCustomFields } from '../../features/custom-fields/loader.ts';
import { loadCustomers } from '../../features/customers/loader.ts';
import { loadEntra } from '../../features/entra/loader.ts';
import { loadFaq } from '../../features/faq/loader.ts';
import { loadFailedJobs } from '../../features/jobs/loader.ts';
import { loadTemplates } from '../../features/mail-templates/loader.ts';
import { loadWindows } from '../../features/maintenance/loader.ts';
import { loadMessages } from '../../features/messages/loader.ts';
import { loadNotices } from '../../features/notices/loader.ts';
import { loadInbox } from '../../features/notifications/loader.ts';
import { loadOverview } from '../../features/overview/loader.ts';
import { loadPartnerAccess } from '../../features/partner-access/loader.ts';
import { loadPlaylists } from '../../features/playlists/loader.ts';
import { loadAnswers } from '../../features/questionnaire/loader.ts';
import { getTab, loadRemoteAccess } from '../../features/remote-access/loader.ts';
import { loadAccess } from '../../features/report-access/loader.ts';
import { loadGroups } from '../../features/report-groups/loader.ts';
import { loadManagedReport, loadManagedReports } from '../../features/report-management/loader.ts';
import { loadSaml } from '../../features/saml/loader.ts';
import { loadScim } from '../../features/scim/loader.ts';
import { loadSettings } from '../../features/settings/loader.ts';
import { loadSignInLog } from '../../features/sign-in-log/loader.ts';
import { loadPartners, loadRegistration, loadUnits } from '../../features/tenants/loader.ts';
import { loadTenantsUsage, loadUsage } from '../../features/usage/loader.ts';
import { loadUserGroups } from '../../features/user-groups/loader.ts';
import { loadUserImport } from '../../features/user-imports/loader.ts';
import { loadUsers } from '../../features/users/loader.ts';
import { loadWays } from '../../features/ways-in/loader.ts';
import { acting } from '../session/acting.ts';
import { store } from '../session/storage.ts';
import type { PageLoader } from './page-loader.ts';

/** `/analyze`: the failed jobs have a tab of this page. */
const loadAnalyze: PageLoader = (address) =>
  address.values.tab === 'jobs' && can(address.who, 'jobs.manage') ? loadFailedJobs(address) : loadTenantsUsage(address);

/** `/partners`: the platform's own users are an area of this page. */
const loadPartnersRoute: PageLoader = (address) => (address.values.area === 'users' ? loadUsers(address) : loadPartners(address));

const showsUsage = ({ values, who }: Parameters<PageLoader>[0]) => values.tab === 'usage' && can(who, 'usage.read');
const showsMaintenance = ({ values, who }: Parameters<PageLoader>[0]) => values.tab === 'maintenance' && can(who, 'maintenance.manage');

/** `/management/report`: maintenance and usage have tabs of this page. */
const loadManagement: PageLoader = (address) => {
  if (address.values.import) return loadManagedReports(address);
  if (showsUsage(address)) return loadUsage(address);
  return showsMaintenance(address) ? loadWindows(address) : loadManagedReports(address);
};

const showsAccess = ({ values, who }: Parameters<PageLoader>[0]) => values.tab === 'access' && can(who, 'grants.manage');

/** One report with its management tools: requested, but not waited for, because the report beside them opens by itself. */
const loadReportManagement: PageLoader = (address) => {
  void Promise.allSettled([
    ...loadManagedReport(address),
    ...(showsUsage(address) ? loadUsage(address) : []),
    ...(showsMaintenance(address) ? loadWindows(address) : []),
    ...(showsAccess(address) ? loadAccess(address) : []),
  ]);
  return [];
};

const settingsAreas: Readonly<Record<string, PageLoader>> = {
  audit: loadAuditLog,
  'custom-fields': loadCustomFields,
  questionnaire: loadAnswers,
  'sign-ins': loadSignInLog,
};
/** `/setting`: one area at a time. */
const loadSettingsRoute: PageLoader = (address) => {
  const area = settingsAreas[address.values.area ?? ''];
  if (!area) return loadSettings(address);
  return can(address.who, area === loadCustomFields ? 'customFields.manage' : 'settings.read') ? area(address) : [];
};

/** Whether this is a visit, as far as the browser knows it before the configuration is read. */
const isPartnerVisit = (): boolean => {
  const partner = store.config()?.partner_access_remote;
  return partner?.is_partner_admin === true || partner?.is_partner_user === true;
};
const isVisit = (): boolean => acting() !== null || isPartnerVisit();

/** The tabs of `/notifications` beside the inbox, as in notification-tabs.ts. */
const notificationTabs: Readonly<Record<string, { needs: Action; closedToVisits?: true; load: PageLoader }>> = {
  notices: { needs: 'notices.manage', load: loadNotices },
  sent: { needs: 'notifications.send', load: loadMessages },
  templates: { needs: 'mail.manage', closedToVisits: true, load: loadTemplates },
};
/** `/notifications`: one tab at a time. */
const loadNotifications: PageLoader = (address) => {
  const tab = notificationTabs[address.values.tab ?? ''];
  const isOpen = tab && can(address.who, tab.needs) && !(tab.closedToVisits && isPartnerVisit());
  return (isOpen ? tab.load : loadInbox)(address);
};

/** `/remote/authorization`: a partner's access has a tab of this page; a visit sees none of it. */
const loadRemoteAuthorization: PageLoader = (address) => {
  if (isVisit()) return [];
  return getTab(address.who, address.values.tab) === 'partner' ? loadPartnerAccess(address) : loadRemoteAccess(address);
};

const signOnAreas: Readonly<Record<string, PageLoader>> = { entra: loadEntra, reach: loadWays, scim: loadScim };
/** `/azure/saml`: one area at a time; a visit sees none of them. */
const loadSignOn: PageLoader = (address) =>
  isVisit() ? [] : (signOnAreas[address.values.area ?? address.values.tab ?? ''] ?? loadSaml)(address);

/** `/user`: the import wizard takes the place of the users. */
const loadUsersOrImport: PageLoader = (address) => (address.values.import ? loadUserImport(address) : loadUsers(address));

/** What the administrative pages read first; comes with the first of them, so that home stays small. */
export const managedLoaders = {
  'automatic-actions': loadActions,
  clients: loadCustomers,
  companies: loadUnits,
  faq: loadFaq,
  groups: loadGroups,
  notifications: loadNotifications,
  overview: loadOverview,
  partners: loadPartnersRoute,
  playlists: loadPlaylists,
  registration: loadRegistration,
  'remote-authorization': loadRemoteAuthorization,
  'report-manage': loadReportManagement,
  'report-management': loadManagement,
  'service-accounts': loadAccounts,
  'service-resources': loadResources,
  'service-workspaces': loadWorkspaces,
  settings: loadSettingsRoute,
  'single-sign-on': loadSignOn,
  usage: loadAnalyze,
  'user-groups': loadUserGroups,
  users: loadUsersOrImport,
} as const satisfies Readonly<Record<string, PageLoader>>;
