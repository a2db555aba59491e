import { addOneWindow } from './add-window.ts';
import { changeOneWindow, editOneWindow } from './edit-window.ts';
import { findWindows, readOneWindow } from './list-windows.ts';
import { previewOneWindow } from './preview-window.ts';
import { waitForOneWindow } from './wait-for-window.ts';

export const routes = [findWindows, readOneWindow, addOneWindow, previewOneWindow, editOneWindow, changeOneWindow, waitForOneWindow];
