import { can } from '../../../domain/access/permissions.ts';
import type { PageLoader } from '../../app/page-loader.ts';
import { loadFailedJobs } from '../jobs/loader.ts';

/** `/analyze`: the failed jobs have a tab of this page. */
export const loadAnalyze: PageLoader = (address) =>
  address.values.tab === 'jobs' && can(address.who, 'jobs.manage') ? loadFailedJobs(address) : [];
