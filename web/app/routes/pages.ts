import type { ComponentType } from 'react';
import { withTexts } from '../../i18n.ts';
import { GroupsRoute, preloadGroups } from './GroupsRoute.tsx';

export type PageModule = { Page: ComponentType };

// The address decides which of the two is rendered; both are being loaded already.
const groupsRoute = async (): Promise<PageModule> => {
  preloadGroups();
  return { Page: GroupsRoute };
};

/** Every implemented page, by its id in the screens table; each loads the texts it shows. */
export const pages: Readonly<Record<string, () => Promise<PageModule>>> = {
  home: () => import('./HomeRoute.tsx').then((module) => ({ Page: module.HomeRoute })),
  'all-reports': () => import('../../features/reports/AllReportsPage.tsx').then((module) => ({ Page: module.AllReportsPage })),
  'automatic-actions': () =>
    withTexts(['automate'], () => import('../../features/automatic-actions/ActionsPage.tsx')).then((module) => ({
      Page: module.ActionsPage,
    })),
  'subgroup-reports': () =>
    import('../../features/report-groups/view/SubgroupReportsPage.tsx').then((module) => ({ Page: module.SubgroupReportsPage })),
  'report-view': () => import('../../features/reports/ReportViewPage.tsx').then((module) => ({ Page: module.ReportViewPage })),
  'report-manage': () =>
    withTexts(['manage'], () => import('./ReportManageRoute.tsx')).then((module) => ({ Page: module.ReportManageRoute })),
  'external-view': () => import('../../features/reports/ExternalViewPage.tsx').then((module) => ({ Page: module.ExternalViewPage })),
  subgroups: groupsRoute,
  groups: groupsRoute,
  'user-groups': () =>
    withTexts(['manage'], () => import('../../features/user-groups/UserGroupsPage.tsx')).then((module) => ({
      Page: module.UserGroupsPage,
    })),
  catalogs: () => import('../../features/catalogs/CatalogsPage.tsx').then((module) => ({ Page: module.CatalogsPage })),
  faq: () => withTexts(['personal'], () => import('../../features/faq/FaqPage.tsx')).then((module) => ({ Page: module.FaqPage })),
  'report-management': () =>
    withTexts(['manage'], () => import('./ManagementRoute.tsx')).then((module) => ({ Page: module.ManagementRoute })),
  usage: () => withTexts(['manage'], () => import('../../features/usage/AnalyzePage.tsx')).then((module) => ({ Page: module.AnalyzePage })),
  playlists: () =>
    withTexts(['manage', 'personal'], () => import('../../features/playlists/PlaylistsPage.tsx')).then((module) => ({
      Page: module.PlaylistsPage,
    })),
  'playlist-player': () =>
    withTexts(['personal'], () => import('../../features/playlists/player/PlaylistPlayerPage.tsx')).then((module) => ({
      Page: module.PlaylistPlayerPage,
    })),
  'remote-authorization': () =>
    import('../../features/remote-access/RemoteAuthorizationPage.tsx').then((module) => ({ Page: module.RemoteAuthorizationPage })),
  'remote-access-wait': () => import('../../features/remote-access/WaitPage.tsx').then((module) => ({ Page: module.WaitPage })),
  partners: () => withTexts(['operate'], () => import('./PartnersRoute.tsx')).then((module) => ({ Page: module.PartnersRoute })),
  companies: () =>
    withTexts(['operate'], () => import('../../features/tenants/UnitsPage.tsx')).then((module) => ({ Page: module.UnitsPage })),
  registration: () =>
    withTexts(['operate', 'personal'], () => import('../../features/registration/RegistrationPage.tsx')).then((module) => ({
      Page: module.RegistrationPage,
    })),
  clients: () =>
    withTexts(['operate'], () => import('../../features/customers/CustomersPage.tsx')).then((module) => ({ Page: module.CustomersPage })),
  notifications: () =>
    withTexts(['operate'], () => import('./NotificationsRoute.tsx')).then((module) => ({ Page: module.NotificationsRoute })),
  settings: () =>
    withTexts(['manage', 'operate'], () => import('../../features/settings/SettingsPage.tsx')).then((module) => ({
      Page: module.SettingsPage,
    })),
  'single-sign-on': () => withTexts(['operate'], () => import('./WaysInRoute.tsx')).then((module) => ({ Page: module.WaysInRoute })),
  users: () => withTexts(['manage'], () => import('./UsersRoute.tsx')).then((module) => ({ Page: module.UsersRoute })),
  'platform-reports': () =>
    withTexts(['manage'], () => import('./ManagementRoute.tsx')).then((module) => ({ Page: module.ManagementRoute })),
  'service-accounts': () =>
    withTexts(['operate'], () => import('../../features/bi-accounts/AccountsPage.tsx')).then((module) => ({ Page: module.AccountsPage })),
  'service-workspaces': () =>
    withTexts(['operate'], () => import('../../features/bi-accounts/WorkspacesPage.tsx')).then((module) => ({
      Page: module.WorkspacesPage,
    })),
  'service-resources': () =>
    withTexts(['operate', 'automate'], () => import('./ResourcesRoute.tsx')).then((module) => ({ Page: module.ResourcesRoute })),
};
