import { can } from '../../../domain/access/permissions.ts';
import { looksAtGroups } from '../../../domain/report-groups/side.ts';
import { loadCatalogs } from '../../features/catalogs/loader.ts';
import { loadAllReports, loadHomePage } from '../../features/reports/loader.ts';
import { menuQuery } from '../data/queries.ts';
import type { managedLoaders } from './managed-loaders.ts';
import type { PageLoader } from './page-loader.ts';

/** A loader of the second file, which loads beside the page's code. */
const managed =
  (page: keyof typeof managedLoaders): PageLoader =>
  (address) => [import('./managed-loaders.ts').then((module) => Promise.allSettled(module.managedLoaders[page](address)))];

/** `/`: with `?area=manage` the administrators' overview. */
const loadHome: PageLoader = (address) =>
  address.values.area === 'manage' && can(address.who, 'overview.read') ? managed('overview')(address) : loadHomePage(address);

const loadMenu: PageLoader = ({ client }) => [client.ensureQueryData(menuQuery)];

/** `/reports`: the groups as their viewers see them, or their administration. */
const loadReports: PageLoader = (address) =>
  looksAtGroups(can(address.who, 'groups.edit'), address.values) ? loadMenu(address) : managed('groups')(address);

/** The pages whose data are requested while their code loads, by their id in the screens table. */
export const pageLoaders: Readonly<Record<string, PageLoader>> = {
  'all-reports': loadAllReports,
  'automatic-actions': managed('automatic-actions'),
  catalogs: loadCatalogs,
  clients: managed('clients'),
  companies: managed('companies'),
  faq: managed('faq'),
  groups: loadReports,
  home: loadHome,
  notifications: managed('notifications'),
  partners: managed('partners'),
  'platform-reports': managed('report-management'),
  playlists: managed('playlists'),
  registration: managed('registration'),
  'remote-authorization': managed('remote-authorization'),
  'report-manage': managed('report-manage'),
  'report-management': managed('report-management'),
  'service-accounts': managed('service-accounts'),
  'service-resources': managed('service-resources'),
  'service-workspaces': managed('service-workspaces'),
  settings: managed('settings'),
  'single-sign-on': managed('single-sign-on'),
  'subgroup-reports': loadMenu,
  subgroups: loadReports,
  usage: managed('usage'),
  'user-groups': managed('user-groups'),
  users: managed('users'),
};
