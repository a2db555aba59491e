export { announceAndClose } from './tell-of-windows.ts';
