import { outline } from '../icon.ts';

export const IconCodeDots = outline(
  'M15 12h.01',
  'M12 12h.01',
  'M9 12h.01',
  'M6 19a2 2 0 0 1 -2 -2v-4l-1 -1l1 -1v-4a2 2 0 0 1 2 -2',
  'M18 19a2 2 0 0 0 2 -2v-4l1 -1l-1 -1v-4a2 2 0 0 0 -2 -2',
);
