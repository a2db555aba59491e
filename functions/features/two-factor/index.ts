export { refuseStale } from './refuse-stale.ts';
