export { removal } from './removal.ts';
