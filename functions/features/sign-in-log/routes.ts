import { exportSignInsAsFile, findSignIns } from './list-sign-ins.ts';
import { readOwnSignIns } from './own-sign-ins.ts';

export const routes = [readOwnSignIns, exportSignInsAsFile, findSignIns];
