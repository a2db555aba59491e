import { readSettings } from './get-config.ts';
import { readTimezones } from './timezones.ts';
import { saveSettings } from './update-config.ts';

export const settingsRoutes = [readSettings, saveSettings, readTimezones];
