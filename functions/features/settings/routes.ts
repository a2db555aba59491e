import { keepAddresses } from './confirm-addresses.ts';
import { readWhitelist } from './domain-whitelist.ts';
import { readFactorUse } from './factor-use.ts';
import { readSettings } from './get-config.ts';
import { readSettingsHistory } from './history.ts';
import { readRemoteConfig } from './remote-config.ts';
import { readTimezones } from './timezones.ts';
import { saveSettings } from './update-config.ts';

export const routes = [
  readSettings,
  saveSettings,
  keepAddresses,
  readRemoteConfig,
  readWhitelist,
  readSettingsHistory,
  readFactorUse,
  readTimezones,
];
