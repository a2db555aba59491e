import { lazy, Suspense } from 'react';

const SsoReturn = lazy(() => import('../../features/session/SsoReturn.tsx').then((module) => ({ default: module.SsoReturn })));

/** Return page of single sign-on (Spec 2, /redirect); a separate chunk. */
export function ReturnRoute() {
  return (
    <Suspense>
      <SsoReturn />
    </Suspense>
  );
}
