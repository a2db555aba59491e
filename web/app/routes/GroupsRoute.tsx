import { lazy, Suspense } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { looksAtGroups } from '../../../domain/report-groups/side.ts';
import { withTexts } from '../../i18n.ts';
import { useSearchValues } from '../address/address.ts';
import { session, useWho, type Who, whoIs } from '../session/session.ts';
import { PagePending } from '../shell/InsidePages.tsx';

const loadView = () => import('../../features/report-groups/view/GroupView.tsx').then((module) => ({ default: module.GroupView }));
const loadPage = () =>
  withTexts(['manage'], () => import('../../features/report-groups/GroupsPage.tsx')).then((module) => ({ default: module.GroupsPage }));
const GroupView = lazy(loadView);
const GroupsPage = lazy(loadPage);
const mayAdminister = (who: Who | null) => who !== null && can(who, 'groups.edit');

/** Preloads the pages this user may see here, before the address decides which one is shown. */
export function preloadGroups(): void {
  const loads = mayAdminister(whoIs(session.now())) ? [loadView, loadPage] : [loadView];
  // Rendering the page reports a failed load; a failed preload is silent.
  for (const load of loads) load().catch(() => undefined);
}

/** `/reports` for all profiles: the groups as viewers see them or, with permission, their administration. The address decides. */
export function GroupsRoute() {
  const looks = looksAtGroups(mayAdminister(useWho()), useSearchValues());
  return <Suspense fallback={<PagePending />}>{looks ? <GroupView /> : <GroupsPage />}</Suspense>;
}
