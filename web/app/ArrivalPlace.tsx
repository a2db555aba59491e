import { lazy, Suspense } from 'react';

const Arrival = lazy(() => import('../features/companies/ArrivalPage.tsx').then((module) => ({ default: module.ArrivalPage })));

/** Where a company change arrives (Spec 2, /change/company/{token}); few come this way, so its code comes with them. */
export function ArrivalPlace() {
  return (
    <Suspense>
      <Arrival />
    </Suspense>
  );
}
