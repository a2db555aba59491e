import { lazy } from 'react';

// What other features show of the catalog.
export const AskForAccess = lazy(() => import('./AskForAccess.tsx').then((module) => ({ default: module.AskForAccess })));
export const MoreOnCatalog = lazy(() => import('./MoreOnCatalog.tsx').then((module) => ({ default: module.MoreOnCatalog })));
