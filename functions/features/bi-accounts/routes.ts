import { addOneAccount } from './add-account.ts';
import { addManyWorkspaces } from './add-workspaces.ts';
import { browseAccountWorkspaces, browseWorkspaceReports } from './browse-workspaces.ts';
import { createServiceWorkspace } from './create-workspace.ts';
import { deleteOneAccount } from './delete-account.ts';
import { editOneAccount } from './edit-account.ts';
import { exportAccountsAsCsv, exportWorkspacesAsCsv } from './export.ts';
import { findAccounts } from './list-accounts.ts';
import { readResources } from './list-resources.ts';
import { findWorkspaces } from './list-workspaces.ts';
import { pickServiceAccounts } from './pick-accounts.ts';
import { chooseAccountProfile, findProfiles } from './profiles.ts';
import { readOneAccount } from './read-account.ts';
import { removeOneWorkspace } from './remove-workspace.ts';
import { renameOneWorkspace } from './rename-workspace.ts';
import { switchOneAccount } from './switch-account.ts';
import { testDraftAccount, testOneAccount } from './test-account.ts';

export const routes = [
  findAccounts,
  exportAccountsAsCsv,
  pickServiceAccounts,
  addOneAccount,
  testDraftAccount,
  readOneAccount,
  editOneAccount,
  deleteOneAccount,
  switchOneAccount,
  testOneAccount,
  findProfiles,
  chooseAccountProfile,
  browseAccountWorkspaces,
  browseWorkspaceReports,
  findWorkspaces,
  exportWorkspacesAsCsv,
  addManyWorkspaces,
  createServiceWorkspace,
  renameOneWorkspace,
  removeOneWorkspace,
  readResources,
];
