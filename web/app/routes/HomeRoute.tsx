import { lazy, Suspense, useEffect } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { HomePage } from '../../features/reports/HomePage.tsx';
import { withTexts } from '../../i18n.ts';
import { useSearchValues } from '../address/address.ts';
import { useWho } from '../session/session.ts';
import { PagePending } from '../shell/InsidePages.tsx';

const OverviewPage = lazy(() =>
  withTexts(['manage'], () => import('../../features/overview/OverviewPage.tsx')).then((module) => ({ default: module.OverviewPage })),
);

// Who has seen the overview since the portal was loaded. After it, home is where they want to be.
let overviewSeenBy: string | null = null;

/** `/` for viewers of reports; `?area=manage` shows administrators the overview. */
export function HomeRoute() {
  const who = useWho();
  const manages = useSearchValues().area === 'manage' && who !== null && can(who, 'overview.read');
  const me = who?.user.id ?? null;
  // What was seen outlives this component; a render that is discarded showed nothing.
  useEffect(() => {
    if (manages) overviewSeenBy = me;
  }, [manages, me]);
  if (!manages) return <HomePage redirects={me === null || overviewSeenBy !== me} />;
  return (
    <Suspense fallback={<PagePending />}>
      <OverviewPage />
    </Suspense>
  );
}
