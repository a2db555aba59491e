import { lazy, Suspense } from 'react';
import { can } from '../../domain/access/permissions.ts';
import { HomePage } from '../features/reports/HomePage.tsx';
import { withTexts } from '../i18n.ts';
import { useSearchValues } from './address.ts';
import { useWho } from './session.ts';
import { PagePending } from './shell/InsidePages.tsx';

const OverviewPage = lazy(() =>
  withTexts(['manage'], () => import('../features/overview/OverviewPage.tsx')).then((module) => ({ default: module.OverviewPage })),
);

/** `/` for viewers of reports; `?area=manage` shows administrators the overview. */
export function HomePlace() {
  const who = useWho();
  const manages = useSearchValues().area === 'manage' && who !== null && can(who, 'overview.read');
  if (!manages) return <HomePage />;
  return (
    <Suspense fallback={<PagePending />}>
      <OverviewPage />
    </Suspense>
  );
}
