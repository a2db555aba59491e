import { lazy } from 'react';
import { withTexts } from '../../i18n.ts';

// The public parts of notices for other features; each is lazy.
export const HomeNotices = lazy(() => import('./HomeNotices.tsx').then((module) => ({ default: module.HomeNotices })));
export const OwnNotices = lazy(() => import('./OwnNotices.tsx').then((module) => ({ default: module.OwnNotices })));
// `NoticeFields.tsx` has texts of its own.
export const UntimedFields = lazy(() =>
  withTexts(['write'], () => import('./NoticeFields.tsx')).then((module) => ({ default: module.UntimedFields })),
);
export { draftOfUntimed, type NoticeDraft, type NoticeProblem, newDraft, problemsOfNotice, untimedFields } from './notice-draft.ts';
export { ownNoticesQuery } from './queries.ts';
