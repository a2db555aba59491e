import { entry } from './entry.ts';
import { ui } from './ui.ts';

// Every text of the portal: one line per feature.
export const texts = {
  ...entry,
  ...ui,
};
