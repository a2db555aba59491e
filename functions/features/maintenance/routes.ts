import { addOneWindow } from './add-window.ts';
import { changeOneWindow, editOneWindow } from './edit-window.ts';
import { findWindows, readOneWindow } from './list-windows.ts';
import { waitForOneWindow } from './wait-for-window.ts';

export const routes = [findWindows, readOneWindow, addOneWindow, editOneWindow, changeOneWindow, waitForOneWindow];
