export { fanOutMailings } from './fan-out.ts';
