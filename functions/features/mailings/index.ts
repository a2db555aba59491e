export { meantBy } from './audiences.ts';
export { fanOutMailings } from './fan-out.ts';
