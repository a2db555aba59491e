import { lazy } from 'react';

/** Lazy, because only operators of the platform open it. */
export const FailedJobs = lazy(() => import('./FailedJobs.tsx').then((module) => ({ default: module.FailedJobs })));
