import { lazy } from 'react';
import { withTexts } from '../../i18n.ts';

// Both are rare: their code and texts stay out of the viewer's own files.
export const WakingState = lazy(() =>
  withTexts(['automate'], () => import('./WakingState.tsx')).then((module) => ({ default: module.WakingState })),
);
export const PauseNotice = lazy(() =>
  withTexts(['automate'], () => import('./WakingState.tsx')).then((module) => ({ default: module.PauseNotice })),
);
