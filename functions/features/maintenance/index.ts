export { announceAndClose } from './tell-of-windows.ts';
export { toldOf } from './window.ts';
