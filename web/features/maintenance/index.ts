import { lazy } from 'react';

// What other features show of maintenance; each part comes when it is wanted.
export const WindowNotice = lazy(() => import('./WindowNotice.tsx').then((module) => ({ default: module.WindowNotice })));
export const TellWhenBack = lazy(() => import('./TellWhenBack.tsx').then((module) => ({ default: module.TellWhenBack })));
export const WindowDrawer = lazy(() => import('./WindowDrawer.tsx').then((module) => ({ default: module.WindowDrawer })));
