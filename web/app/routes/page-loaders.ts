import { can } from '../../../domain/access/permissions.ts';
import { loadCatalogs } from '../../features/catalogs/loader.ts';
import { loadFailedJobs } from '../../features/jobs/loader.ts';
import { loadOverview } from '../../features/overview/loader.ts';
import { loadManagedReport, loadManagedReports } from '../../features/report-management/loader.ts';
import { loadAllReports, loadHomePage } from '../../features/reports/loader.ts';
import { loadTenantsUsage, loadUsage } from '../../features/usage/loader.ts';
import { loadUserGroups } from '../../features/user-groups/loader.ts';
import { loadUserImport } from '../../features/user-imports/loader.ts';
import { loadUsers } from '../../features/users/loader.ts';
import type { PageLoader } from './page-loader.ts';

/** `/analyze`: the failed jobs have a tab of this page. */
const loadAnalyze: PageLoader = (address) =>
  address.values.tab === 'jobs' && can(address.who, 'jobs.manage') ? loadFailedJobs(address) : loadTenantsUsage(address);

const showsUsage = ({ values, who }: Parameters<PageLoader>[0]) => values.tab === 'usage' && can(who, 'usage.read');

/** `/management/report`: maintenance and usage have tabs of this page. */
const loadManagement: PageLoader = (address) => {
  const { values, who } = address;
  if (!values.import && showsUsage(address)) return loadUsage(address);
  return !values.import && values.tab === 'maintenance' && can(who, 'maintenance.manage') ? [] : loadManagedReports(address);
};

/** One report with its management tools: requested, but not waited for, because the report beside them opens by itself. */
const loadReportManagement: PageLoader = (address) => {
  void Promise.allSettled([...loadManagedReport(address), ...(showsUsage(address) ? loadUsage(address) : [])]);
  return [];
};

/** `/`: with `?area=manage` the administrators' overview. */
const loadHome: PageLoader = (address) =>
  address.values.area === 'manage' && can(address.who, 'overview.read') ? loadOverview(address) : loadHomePage(address);

/** `/user`: the import wizard takes the place of the users. */
const loadUsersOrImport: PageLoader = (address) => (address.values.import ? loadUserImport(address) : loadUsers(address));

/** The pages whose data are requested while their code loads, by their id in the screens table. */
export const pageLoaders: Readonly<Record<string, PageLoader>> = {
  'all-reports': loadAllReports,
  catalogs: loadCatalogs,
  home: loadHome,
  'platform-reports': loadManagement,
  'report-manage': loadReportManagement,
  'report-management': loadManagement,
  'user-groups': loadUserGroups,
  usage: loadAnalyze,
  users: loadUsersOrImport,
};
