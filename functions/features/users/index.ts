export { removal } from './removal.ts';
export { orTaken } from './write-outcome.ts';
export { differing, factsOf } from './write-parts.ts';
