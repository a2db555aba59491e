import { lazy } from 'react';

// What other features show of reports.
export const PreviewFrame = lazy(() => import('./PreviewFrame.tsx').then((module) => ({ default: module.PreviewFrame })));
