import { outline } from '../icon.ts';

export const IconPlayerTrackNext = outline('M3 5v14l8 -7l-8 -7', 'M14 5v14l8 -7l-8 -7');
