import { outline } from '../icon.ts';

export const IconPower = outline('M7 6a7.75 7.75 0 1 0 10 0', 'M12 4l0 8');
