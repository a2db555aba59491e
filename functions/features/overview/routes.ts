import { readOwnOverview } from './read-overview.ts';

export const routes = [readOwnOverview];
