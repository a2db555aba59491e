import { lazy, Suspense } from 'react';
import { can } from '../../domain/access/permissions.ts';
import { looksAtGroups } from '../../domain/groups/side.ts';
import { withTexts } from '../i18n.ts';
import { useSearchValues } from './address.ts';
import { session, useWho, type Who, whoIs } from './session.ts';
import { PagePending } from './shell/InsidePages.tsx';

const loadView = () => import('../features/reports/GroupView.tsx').then((module) => ({ default: module.GroupView }));
const loadPage = () =>
  withTexts(['manage'], () => import('../features/groups/GroupsPage.tsx')).then((module) => ({ default: module.GroupsPage }));
const GroupView = lazy(loadView);
const GroupsPage = lazy(loadPage);
const mayAdminister = (who: Who | null) => who !== null && can(who, 'groups.edit');

/** Fetches what this person may get here, before the address has said which of the two it is. */
export function preloadGroups(): void {
  const loads = mayAdminister(whoIs(session.now())) ? [loadView, loadPage] : [loadView];
  // Drawing the page tells why a part could not come; ahead of time it may fail in silence.
  for (const load of loads) load().catch(() => undefined);
}

/** `/reports` of all profiles: groups to look at, or for those who may, their administration. The address decides between the two. */
export function GroupsPlace() {
  const looks = looksAtGroups(mayAdminister(useWho()), useSearchValues());
  return <Suspense fallback={<PagePending />}>{looks ? <GroupView /> : <GroupsPage />}</Suspense>;
}
