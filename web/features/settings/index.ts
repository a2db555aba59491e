export { type Findable, findablesOf, found } from './findable.ts';
