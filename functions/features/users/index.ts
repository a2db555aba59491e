export { removal } from './removal.ts';
export { orTaken } from './write-outcome.ts';
