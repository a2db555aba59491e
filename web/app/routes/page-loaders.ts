import { can } from '../../../domain/access/permissions.ts';
import { loadCatalogs } from '../../features/catalogs/loader.ts';
import { loadFailedJobs } from '../../features/jobs/loader.ts';
import { loadOverview } from '../../features/overview/loader.ts';
import { loadTenantsUsage, loadUsage } from '../../features/usage/loader.ts';
import { loadUserGroups } from '../../features/user-groups/loader.ts';
import { loadUsers } from '../../features/users/loader.ts';
import type { PageLoader } from './page-loader.ts';

/** `/analyze`: the failed jobs have a tab of this page. */
const loadAnalyze: PageLoader = (address) =>
  address.values.tab === 'jobs' && can(address.who, 'jobs.manage') ? loadFailedJobs(address) : loadTenantsUsage(address);

/** `/management/report`: usage has a tab of this page. */
const loadManagement: PageLoader = (address) =>
  !address.values.import && address.values.tab === 'usage' && can(address.who, 'usage.read') ? loadUsage(address) : [];

/** One report with its management tools. */
const loadReportManagement: PageLoader = (address) =>
  address.values.tab === 'usage' && can(address.who, 'usage.read') ? loadUsage(address) : [];

/** `/`: with `?area=manage` the administrators' overview. */
const loadHome: PageLoader = (address) =>
  address.values.area === 'manage' && can(address.who, 'overview.read') ? loadOverview(address) : [];

/** The pages whose data are requested while their code loads, by their id in the screens table. */
export const pageLoaders: Readonly<Record<string, PageLoader>> = {
  catalogs: loadCatalogs,
  home: loadHome,
  'platform-reports': loadManagement,
  'report-manage': loadReportManagement,
  'report-management': loadManagement,
  'user-groups': loadUserGroups,
  usage: loadAnalyze,
  users: loadUsers,
};
