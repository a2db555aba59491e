import { entry } from './entry.ts';
import { palette } from './palette.ts';
import { reports } from './reports.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

// Every text of the portal: one line per feature.
export const texts = {
  ...entry,
  ...reports,
  ...palette,
  ...shell,
  ...ui,
};
