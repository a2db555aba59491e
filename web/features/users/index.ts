export { choicesQuery } from './loader.ts';
