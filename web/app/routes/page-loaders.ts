import { can } from '../../../domain/access/permissions.ts';
import { loadCatalogs } from '../../features/catalogs/loader.ts';
import { loadFailedJobs } from '../../features/jobs/loader.ts';
import { loadUserGroups } from '../../features/user-groups/loader.ts';
import { loadUsers } from '../../features/users/loader.ts';
import type { PageLoader } from './page-loader.ts';

/** `/analyze`: the failed jobs have a tab of this page. */
const loadAnalyze: PageLoader = (address) =>
  address.values.tab === 'jobs' && can(address.who, 'jobs.manage') ? loadFailedJobs(address) : [];

/** The pages whose data are requested while their code loads, by their id in the screens table. */
export const pageLoaders: Readonly<Record<string, PageLoader>> = {
  catalogs: loadCatalogs,
  'user-groups': loadUserGroups,
  usage: loadAnalyze,
  users: loadUsers,
};
