import { outline } from '../icon.ts';

export const IconStack2 = outline('M12 4l-8 4l8 4l8 -4l-8 -4', 'M4 12l8 4l8 -4', 'M4 16l8 4l8 -4');
