import { entry } from './entry.ts';
import { reports } from './reports.ts';
import { ui } from './ui.ts';

// Every text of the portal: one line per feature.
export const texts = {
  ...entry,
  ...reports,
  ...ui,
};
