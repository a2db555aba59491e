export { asking } from './asking.ts';
export { liveQuery } from './queries.ts';
export { enterAction, lookAction } from './user-actions.ts';
export { viewAs } from './view-as.ts';
