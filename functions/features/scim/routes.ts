import { exportGroupsAsFile, findGroupChoices, findScimGroups } from './settings/groups.ts';
import { exportLogAsFile, findLog } from './settings/log.ts';
import { mapGroup } from './settings/map-group.ts';
import { readConnection } from './settings/read-scim.ts';
import { saveChoices } from './settings/save-choices.ts';
import { addToken, renameToken, revokeToken } from './settings/tokens.ts';

export const routes = [
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
