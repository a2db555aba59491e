import { lazy, Suspense, useEffect } from 'react';
import { can } from '../../domain/access/permissions.ts';
import { HomePage } from '../features/reports/HomePage.tsx';
import { withTexts } from '../i18n.ts';
import { useSearchValues } from './address.ts';
import { useWho } from './session.ts';
import { PagePending } from './shell/InsidePages.tsx';

const OverviewPage = lazy(() =>
  withTexts(['manage'], () => import('../features/overview/OverviewPage.tsx')).then((module) => ({ default: module.OverviewPage })),
);

// Since the portal was loaded. After it, home is where the user wants to be.
let sawOverview = false;

/** `/` for viewers of reports; `?area=manage` shows administrators the overview. */
export function HomePlace() {
  const who = useWho();
  const manages = useSearchValues().area === 'manage' && who !== null && can(who, 'overview.read');
  useEffect(() => {
    if (manages) sawOverview = true;
  }, [manages]);
  if (!manages) return <HomePage redirects={!sawOverview} />;
  return (
    <Suspense fallback={<PagePending />}>
      <OverviewPage />
    </Suspense>
  );
}
