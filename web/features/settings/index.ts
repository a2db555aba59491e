export { type Findable, found, getFindables } from './findable.ts';
