import { lazy, Suspense } from 'react';
import { withTexts } from '../../i18n.ts';

const Embedded = lazy(() =>
  withTexts(['view', 'personal'], () => import('../../features/embedding/EmbeddedPage.tsx')).then((module) => ({
    default: module.EmbeddedPage,
  })),
);

/** Where an embedded page starts (Spec 2, /embedded/{token}) and where it reports that its session has ended. */
export function EmbeddedRoute() {
  return (
    <Suspense>
      <Embedded />
    </Suspense>
  );
}
