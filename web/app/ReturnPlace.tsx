import { lazy, Suspense } from 'react';

const SsoReturn = lazy(() => import('../features/session/SsoReturn.tsx').then((module) => ({ default: module.SsoReturn })));

/** Where a single sign-on comes back to (Spec 2, /redirect); its code comes with those who come this way. */
export function ReturnPlace() {
  return (
    <Suspense>
      <SsoReturn />
    </Suspense>
  );
}
