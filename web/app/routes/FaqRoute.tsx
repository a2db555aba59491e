import { lazy, Suspense } from 'react';
import { withTexts } from '../../i18n.ts';

const Faq = lazy(() =>
  withTexts(['view', 'personal'], () => import('../../features/faq/PublicFaqPage.tsx')).then((module) => ({
    default: module.PublicFaqPage,
  })),
);

/** `/faq` without a session (Spec 2). */
export function FaqRoute() {
  return (
    <Suspense>
      <Faq />
    </Suspense>
  );
}
