export { announceAndClose } from './tell-of-windows.ts';
export { peopleOf, toldOf } from './window.ts';
export { cancelPlannedWindows, endRunning, openWindow } from './windows-of-tasks.ts';
