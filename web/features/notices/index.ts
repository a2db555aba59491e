import { lazy } from 'react';

// The public parts of notices for other features; each is lazy.
export const HomeNotices = lazy(() => import('./HomeNotices.tsx').then((module) => ({ default: module.HomeNotices })));
export const OwnNotices = lazy(() => import('./OwnNotices.tsx').then((module) => ({ default: module.OwnNotices })));
export { ownNoticesQuery } from './queries.ts';
