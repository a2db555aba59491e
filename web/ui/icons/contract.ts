import { outline } from '../icon.ts';

export const IconContract = outline(
  'M8 21h-2a3 3 0 0 1 -3 -3v-1h5.5',
  'M17 8.5v-3.5a2 2 0 1 1 2 2h-2',
  'M19 3h-11a3 3 0 0 0 -3 3v11',
  'M9 7h4',
  'M9 11h4',
  'M18.42 12.61a2.1 2.1 0 0 1 2.97 2.97l-6.39 6.42h-3v-3l6.42 -6.39',
);
