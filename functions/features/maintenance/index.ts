export { announceAndClose } from './tell-of-windows.ts';
export { getPeople, wasNotified } from './window.ts';
export { cancelMovedWindows, cancelPlannedWindows, cancelWindowsOfSuspended, endRunning, openWindow } from './windows-of-tasks.ts';
