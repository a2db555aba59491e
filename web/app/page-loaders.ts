import { loadAnalyze } from '../features/usage/loader.ts';
import { loadUserGroups } from '../features/user-groups/loader.ts';
import type { PageLoader } from './page-loader.ts';

/** The pages whose data are requested while their code loads, by their id in the screens table. */
export const pageLoaders: Readonly<Record<string, PageLoader>> = {
  'user-groups': loadUserGroups,
  usage: loadAnalyze,
};
