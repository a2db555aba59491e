import { lazy } from 'react';

// What other features show of usage.
export const UsagePanel = lazy(() => import('./UsagePanel.tsx').then((module) => ({ default: module.UsagePanel })));
