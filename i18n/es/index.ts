import type { texts as defining } from '../en-US/index.ts';
import type { Texts } from '../types.ts';
import { entry } from './entry.ts';
import { palette } from './palette.ts';
import { reports } from './reports.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

export const texts: Texts<typeof defining> = {
  ...entry,
  ...reports,
  ...palette,
  ...shell,
  ...ui,
};
