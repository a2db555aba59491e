import { outline } from '../icon.ts';

export const IconPlayerTrackPrev = outline('M21 5v14l-8 -7l8 -7', 'M10 5v14l-8 -7l8 -7');
