export { lookSoon, wakeCapacity } from './look-soon.ts';
export { lookAtCapacity } from './shift-rows.ts';
