import type { ComponentType } from 'react';
import { withTexts } from '../i18n.ts';
import { GroupsPlace, preloadGroups } from './GroupsPlace.tsx';

export type PageModule = { Page: ComponentType };

// The address decides which of the two is rendered; both are being loaded already.
const groupsPlace = async (): Promise<PageModule> => {
  preloadGroups();
  return { Page: GroupsPlace };
};

/** Every implemented page, by its id in the screens table; each loads the texts it shows. */
export const pages: Readonly<Record<string, () => Promise<PageModule>>> = {
  home: () => import('./HomePlace.tsx').then((module) => ({ Page: module.HomePlace })),
  'all-reports': () => import('../features/reports/AllReportsPage.tsx').then((module) => ({ Page: module.AllReportsPage })),
  'subgroup-reports': () =>
    import('../features/report-groups/view/SubgroupReportsPage.tsx').then((module) => ({ Page: module.SubgroupReportsPage })),
  'report-view': () => import('../features/reports/ReportViewPage.tsx').then((module) => ({ Page: module.ReportViewPage })),
  'report-manage': () =>
    withTexts(['manage'], () => import('./ReportManagePlace.tsx')).then((module) => ({ Page: module.ReportManagePlace })),
  'external-view': () => import('../features/reports/ExternalViewPage.tsx').then((module) => ({ Page: module.ExternalViewPage })),
  subgroups: groupsPlace,
  groups: groupsPlace,
  'user-groups': () =>
    withTexts(['manage'], () => import('../features/user-groups/UserGroupsPage.tsx')).then((module) => ({ Page: module.UserGroupsPage })),
  catalogs: () => import('../features/catalogs/CatalogsPage.tsx').then((module) => ({ Page: module.CatalogsPage })),
  'report-management': () =>
    withTexts(['manage'], () => import('./ManagementPlace.tsx')).then((module) => ({ Page: module.ManagementPlace })),
  usage: () => withTexts(['manage'], () => import('../features/usage/AnalyzePage.tsx')).then((module) => ({ Page: module.AnalyzePage })),
  playlists: () =>
    withTexts(['manage'], () => import('../features/playlists/PlaylistsPage.tsx')).then((module) => ({ Page: module.PlaylistsPage })),
  'playlist-player': () =>
    import('../features/playlists/player/PlaylistPlayerPage.tsx').then((module) => ({ Page: module.PlaylistPlayerPage })),
  'remote-authorization': () =>
    import('../features/remote-access/RemoteAuthorizationPage.tsx').then((module) => ({ Page: module.RemoteAuthorizationPage })),
  'remote-access-wait': () => import('../features/remote-access/WaitPage.tsx').then((module) => ({ Page: module.WaitPage })),
  partners: () => withTexts(['operate'], () => import('./PartnersPlace.tsx')).then((module) => ({ Page: module.PartnersPlace })),
  companies: () => withTexts(['operate'], () => import('../features/tenants/UnitsPage.tsx')).then((module) => ({ Page: module.UnitsPage })),
  registration: () =>
    withTexts(['operate'], () => import('../features/registration/RegistrationPage.tsx')).then((module) => ({
      Page: module.RegistrationPage,
    })),
  clients: () =>
    withTexts(['operate'], () => import('../features/customers/CustomersPage.tsx')).then((module) => ({ Page: module.CustomersPage })),
  notifications: () =>
    withTexts(['operate'], () => import('../features/notifications/NotificationsPage.tsx')).then((module) => ({
      Page: module.NotificationsPage,
    })),
  settings: () =>
    withTexts(['manage', 'operate'], () => import('../features/settings/SettingsPage.tsx')).then((module) => ({
      Page: module.SettingsPage,
    })),
  'single-sign-on': () => withTexts(['operate'], () => import('./WaysInPlace.tsx')).then((module) => ({ Page: module.WaysInPlace })),
  users: () => withTexts(['manage'], () => import('./UsersPlace.tsx')).then((module) => ({ Page: module.UsersPlace })),
  'platform-reports': () =>
    withTexts(['manage'], () => import('./ManagementPlace.tsx')).then((module) => ({ Page: module.ManagementPlace })),
  'service-accounts': () =>
    withTexts(['operate'], () => import('../features/bi-accounts/AccountsPage.tsx')).then((module) => ({ Page: module.AccountsPage })),
  'service-workspaces': () =>
    withTexts(['operate'], () => import('../features/bi-accounts/WorkspacesPage.tsx')).then((module) => ({ Page: module.WorkspacesPage })),
  'service-resources': () =>
    withTexts(['operate'], () => import('../features/bi-accounts/ResourcesPage.tsx')).then((module) => ({ Page: module.ResourcesPage })),
};
