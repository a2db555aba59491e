import { lazy, Suspense } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { UsersPage } from '../../features/users/UsersPage.tsx';
import { withTexts } from '../../i18n.ts';
import { useOwnSearchValues, useSetSearch } from '../address/address.ts';
import { useWho } from '../session/session.ts';
import { PagePending } from '../shell/InsidePages.tsx';

const Import = lazy(() =>
  withTexts(['personal'], () => import('../../features/user-imports/index.ts')).then((module) => ({ default: module.UserImportWizard })),
);

/** `/user`: the users of this tenant; with `?import=` the import wizard uses the whole page. */
export function UsersRoute() {
  const who = useWho();
  const change = useSetSearch();
  const mayImport = who !== null && can(who, 'users.import');
  const values = useOwnSearchValues();
  if (!values.import || !mayImport) return <UsersPage {...(mayImport ? { onImport: () => change({ import: '1', id: undefined }) } : {})} />;
  return (
    <Suspense fallback={<PagePending />}>
      <Import />
    </Suspense>
  );
}
