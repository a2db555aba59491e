import { lazy, Suspense } from 'react';
import { withTexts } from '../i18n.ts';

const Embedded = lazy(() =>
  withTexts(['view'], () => import('../features/embedding/EmbeddedPage.tsx')).then((module) => ({
    default: module.EmbeddedPage,
  })),
);

/** Where an embedded page begins (Spec 2, /embedded/{token}), and where it says that it is over. */
export function EmbeddedPlace() {
  return (
    <Suspense>
      <Embedded />
    </Suspense>
  );
}
