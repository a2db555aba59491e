import { readSettings } from './get-config.ts';
import { readTimezones } from './timezones.ts';

export const settingsRoutes = [readSettings, readTimezones];
