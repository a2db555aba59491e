import { lazy, Suspense } from 'react';
import { ResourcesPage } from '../../features/bi-accounts/ResourcesPage.tsx';
import { useSearchValues } from '../address/address.ts';
import { PagePending } from '../shell/InsidePages.tsx';

const Capacity = lazy(() => import('../../features/capacity/CapacityPage.tsx').then((module) => ({ default: module.CapacityPage })));

/** `/powerbi/resources`: the capacities that the accounts reach; with `?id=` one that the portal controls. */
export function ResourcesRoute() {
  const { id } = useSearchValues();
  if (!id) return <ResourcesPage />;
  return (
    <Suspense fallback={<PagePending />}>
      <Capacity key={id} id={id} />
    </Suspense>
  );
}
