export { removal } from './removal.ts';
export { orTaken } from './write-outcome.ts';
export { differing, getFacts } from './write-parts.ts';
