import { outline } from '../icon.ts';

export const IconClockPlay = outline('M12 7v5l2 2', 'M17 22l5 -3l-5 -3l0 6', 'M13.017 20.943a9 9 0 1 1 7.831 -7.292');
