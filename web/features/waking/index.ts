import { lazy } from 'react';
import { withTexts } from '../../i18n.ts';

// Both are rare: their code and texts stay out of the viewer's own files.
export const WakingState = lazy(() =>
  withTexts(['operate'], () => import('./WakingState.tsx')).then((module) => ({ default: module.WakingState })),
);
export const PauseNotice = lazy(() =>
  withTexts(['operate'], () => import('./WakingState.tsx')).then((module) => ({ default: module.PauseNotice })),
);
