import * as groups from '../groups/contract.ts';
import * as maintenance from '../maintenance/contract.ts';
import * as reportManagement from '../report-management/contract.ts';
import * as reports from '../reports/contract.ts';
import * as service from '../service/contract.ts';
import * as serviceResources from '../service/resources/contract.ts';
import * as serviceWorkspaces from '../service/workspaces/contract.ts';
import * as session from '../session/contract.ts';
import * as settings from '../settings/contract.ts';
import * as tenants from '../tenants/contract.ts';
import type { Endpoint } from './endpoint.ts';

/** Every endpoint of the API: the guards, the API description and the typed client read this list. */
export const endpoints = [
  session.login,
  session.loginConfig,
  session.logout,
  session.refreshToken,
  session.readConfig,
  settings.getConfig,
  settings.timezones,
  reports.listReports,
  reports.dashboard,
  reports.menuReports,
  reports.selectReports,
  reports.reportExists,
  reports.readReport,
  reports.embedReport,
  reports.readRefreshes,
  reports.addFavorite,
  reports.removeFavorite,
  reports.orderFavorites,
  reports.searchAll,
  reports.logView,
  groups.listGroups,
  groups.exportGroups,
  groups.findViewers,
  groups.readGroup,
  groups.addGroup,
  groups.orderGroups,
  groups.editGroup,
  groups.changeGroups,
  groups.groupHistory,
  maintenance.listWindows,
  maintenance.readWindow,
  maintenance.addWindow,
  maintenance.editWindow,
  maintenance.changeWindow,
  maintenance.waitForWindow,
  reportManagement.listManaged,
  reportManagement.readManaged,
  tenants.listPartners,
  service.listAccounts,
  service.exportAccounts,
  service.pickAccounts,
  service.addAccount,
  service.testDraft,
  service.readAccount,
  service.editAccount,
  service.deleteAccount,
  service.switchAccount,
  service.testAccount,
  service.listProfiles,
  service.chooseProfile,
  service.browseWorkspaces,
  service.browseReports,
  serviceWorkspaces.listWorkspaces,
  serviceWorkspaces.exportWorkspaces,
  serviceWorkspaces.addWorkspaces,
  serviceWorkspaces.createWorkspace,
  serviceWorkspaces.renameWorkspace,
  serviceWorkspaces.removeWorkspace,
  serviceResources.listResources,
] as const satisfies readonly Endpoint[];

export type AnyEndpoint = (typeof endpoints)[number];
