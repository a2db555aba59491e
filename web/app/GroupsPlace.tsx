import { lazy, Suspense } from 'react';
import { can } from '../../domain/access/permissions.ts';
import { looksAtGroups } from '../../domain/groups/side.ts';
import { useSearchValues } from './address.ts';
import { useWho } from './session.ts';
import { PagePending } from './shell/InsidePages.tsx';

const GroupView = lazy(() => import('../features/reports/GroupView.tsx').then((module) => ({ default: module.GroupView })));
const GroupsPage = lazy(() => import('../features/groups/GroupsPage.tsx').then((module) => ({ default: module.GroupsPage })));

/** `/reports` of all profiles: groups to look at, or for those who may, their administration. The address decides between the two. */
export function GroupsPlace() {
  const who = useWho();
  const looks = looksAtGroups(who !== null && can(who, 'groups.edit'), useSearchValues());
  return <Suspense fallback={<PagePending />}>{looks ? <GroupView /> : <GroupsPage />}</Suspense>;
}
