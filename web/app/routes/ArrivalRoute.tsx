import { lazy, Suspense } from 'react';

const Arrival = lazy(() => import('../../features/companies/ArrivalPage.tsx').then((module) => ({ default: module.ArrivalPage })));

/** Target of a company change (Spec 2, /change/company/{token}); rarely used, so its code is a separate chunk. */
export function ArrivalRoute() {
  return (
    <Suspense>
      <Arrival />
    </Suspense>
  );
}
