import { lazy, Suspense } from 'react';
import { loadPortalTexts } from './i18n.ts';

const Embedded = lazy(() =>
  Promise.all([import('../features/embedding/EmbeddedPage.tsx'), loadPortalTexts()]).then(([module]) => ({ default: module.EmbeddedPage })),
);

/** Where an embedded page begins (Spec 2, /embedded/{token}), and where it says that it is over. */
export function EmbeddedPlace() {
  return (
    <Suspense>
      <Embedded />
    </Suspense>
  );
}
