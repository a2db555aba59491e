import type { texts as defining } from '../en-US/index.ts';
import type { Texts } from '../types.ts';
import { entry } from './entry.ts';
import { groups } from './groups.ts';
import { maintenance } from './maintenance.ts';
import { palette } from './palette.ts';
import { partners } from './partners.ts';
import { reportManagement } from './report-management.ts';
import { reports } from './reports.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

export const texts: Texts<typeof defining> = {
  ...entry,
  ...partners,
  ...groups,
  ...maintenance,
  ...reportManagement,
  ...reports,
  ...palette,
  ...shell,
  ...ui,
};
