export { opensInstead } from './facts.ts';
