import { lazy, Suspense } from 'react';
import { UsersPage } from '../features/users/UsersPage.tsx';
import { useSearchValues } from './address.ts';
import { PagePending } from './shell/InsidePages.tsx';

const Import = lazy(() => import('../features/user-imports/index.ts').then((module) => ({ default: module.UserImportWizard })));

/** `/user`: the people of this tenant; with `?import=` the wizard has the page to itself. */
export function UsersPlace() {
  if (!useSearchValues().import) return <UsersPage />;
  return (
    <Suspense fallback={<PagePending />}>
      <Import />
    </Suspense>
  );
}
