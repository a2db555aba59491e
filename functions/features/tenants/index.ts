export { tellDueTrials } from './tell-trials.ts';
export { readOwnTree } from './tenants.sql.ts';
