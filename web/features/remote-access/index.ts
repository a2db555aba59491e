export { remoteStatusQuery } from './queries.ts';
export { enterAction, lookAction } from './user-actions.ts';
