export { ancestorsOf } from './ancestors.ts';
