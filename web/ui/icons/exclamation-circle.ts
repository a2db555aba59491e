import { outline } from '../icon.ts';

export const IconExclamationCircle = outline('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M12 9v4', 'M12 16v.01');
