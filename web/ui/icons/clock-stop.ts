import { outline } from '../icon.ts';

export const IconClockStop = outline('M21 12a9 9 0 1 0 -9 9', 'M12 7v5l1 1', 'M16 16h6v6h-6l0 -6');
