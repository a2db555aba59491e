import { addOneWindow } from './add-window.ts';
import { changeOneWindow, editOneWindow } from './edit-window.ts';
import { exportWindowsAsFile, findWindows, readOneWindow } from './list-windows.ts';
import { previewOneWindow } from './preview-window.ts';
import { waitForOneWindow } from './wait-for-window.ts';

export const routes = [
  findWindows,
  exportWindowsAsFile,
  readOneWindow,
  addOneWindow,
  previewOneWindow,
  editOneWindow,
  changeOneWindow,
  waitForOneWindow,
];
