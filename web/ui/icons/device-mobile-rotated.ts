import { outline } from '../icon.ts';

export const IconDeviceMobileRotated = outline(
  'M3 8a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2l0 -8',
  'M20 11v2',
  'M7 12h-.01',
);
