import { lazy } from 'react';

// The public parts of maintenance for other features; each is lazy.
export const WindowNotice = lazy(() => import('./WindowNotice.tsx').then((module) => ({ default: module.WindowNotice })));
export const TellWhenBack = lazy(() => import('./TellWhenBack.tsx').then((module) => ({ default: module.TellWhenBack })));
export const WindowDrawer = lazy(() => import('./WindowDrawer.tsx').then((module) => ({ default: module.WindowDrawer })));
