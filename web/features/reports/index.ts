import { lazy } from 'react';

// The public parts of reports for other features.
export const PreviewFrame = lazy(() => import('./PreviewFrame.tsx').then((module) => ({ default: module.PreviewFrame })));
