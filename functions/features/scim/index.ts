import { exportGroupsAsFile, findGroupChoices, findScimGroups, mapGroup } from './settings/groups.ts';
import { exportLogAsFile, findLog } from './settings/log.ts';
import { readConnection } from './settings/read-scim.ts';
import { saveChoices } from './settings/save-choices.ts';
import { addToken, renameToken, revokeToken } from './settings/tokens.ts';

// Fixed names stand before `{id}`: the first route that matches answers.
export const scimRoutes = [
  readConnection,
  addToken,
  renameToken,
  revokeToken,
  saveChoices,
  findScimGroups,
  findGroupChoices,
  exportGroupsAsFile,
  mapGroup,
  findLog,
  exportLogAsFile,
];
