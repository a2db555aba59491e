import { can } from '../../../domain/access/permissions.ts';
import type { manageLoaders } from './manage-loaders.ts';
import type { PageLoader } from './page-loader.ts';

/** A loader that isn't among what home loads. */
const later =
  (page: keyof typeof manageLoaders): PageLoader =>
  (address) => [import('./manage-loaders.ts').then((module) => Promise.allSettled(module.manageLoaders[page](address)))];
const loadOverview = later('overview');

/** The loaders of pages that home does without, by the page's id in the screens table; they come with the first of these pages. */
export const manageLoaders = {
  catalogs: loadCatalogs,
  overview: loadOverview,
  'platform-reports': later('platform-reports'),
  'report-manage': later('report-manage'),
  'report-management': later('report-management'),
  'user-groups': later('user-groups'),
  usage: later('usage'),
  users: later('users'),
} satisfies Record<string, PageLoader>;
