import { readWaysIn } from './read-ways.ts';

export const routes = [readWaysIn];
