import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { overviewAddress } from '../../../domain/access/screens.ts';
import { useGo, useSearchValues } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { dashboardQuery } from '../../app/data/queries.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { TellLater } from '../../app/notices/TellLater.tsx';
import { acting } from '../../app/session/acting.ts';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SectionHeader } from '../../ui/PageHeader.tsx';
import { CardsSkeleton } from '../../ui/Skeletons.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { HomeNotices } from '../notices/index.ts';
import { MissingDetails } from '../own-profile/index.ts';
import { GroupTiles } from '../report-groups/index.ts';
import { Favorites } from './home/Favorites.tsx';
import { Greeting } from './home/Greeting.tsx';
import { LatestReports, MostUsedReports, RecentReports } from './home/ShortLists.tsx';
import './home/home.css';

/** Redirects administrators of a portal without published reports to the overview; an address that opens something is not redirected. */
function useSentToOverview(empty: boolean, redirects: boolean): boolean {
  const go = useGo();
  const plain = Object.keys(useSearchValues()).length === 0;
  const who = useWho();
  const manages = who !== null && can(who, 'overview.read');
  useEffect(() => {
    if (!empty || !manages || !plain || !redirects || acting() !== null) return;
    go(overviewAddress, { replace: true });
  }, [empty, manages, plain, redirects, go]);
  return manages;
}

/** The viewers' home (UI 03): a greeting with one useful sentence, favourites and groups; beside them recent and new reports. */
export function HomePage({ redirects }: { redirects: boolean }) {
  const { t } = useTranslation();
  useBreadcrumb([{ label: t('reports.crumb.home') }]);
  // No suspense: the greeting does not wait for its news.
  const { data } = useQuery(dashboardQuery);
  return (
    <div className="page home">
      <Greeting counts={data?.counts} />
      <Reading waiting={waiting}>
        <Content redirects={redirects} />
      </Reading>
    </div>
  );
}

const waiting = (onRetry?: () => void) => <CardsSkeleton count={6} {...(onRetry && { onRetry })} />;

function Content({ redirects }: { redirects: boolean }) {
  const { t } = useTranslation();
  const { data: read } = useSuspenseQuery(dashboardQuery);
  // Rendered in slices, between which a slow phone answers to a touch; an ordinary update would render all cards at once.
  const data = useDeferredValue(read, null);
  const empty = data?.counts.reports === 0;
  const manages = useSentToOverview(empty, redirects);
  if (data === null) return waiting();
  return (
    <>
      {data.missing.length > 0 && <MissingDetails names={data.missing} />}
      {data.notices.length > 0 && (
        <Part>
          <HomeNotices notices={data.notices} />
        </Part>
      )}
      {empty && (
        <EmptyState
          text={t(manages ? 'reports.home.firstDay' : 'reports.home.empty')}
          action={
            manages ? (
              <ButtonLink kind="primary" href={overviewAddress}>
                {t('reports.home.toOverview')}
              </ButtonLink>
            ) : (
              <TellLater problem="nothing" />
            )
          }
        />
      )}
      {data.counts.reports > 0 && (
        <div className="home-columns">
          <div className="home-main">
            <Favorites favorites={data.favorites} total={data.counts.favorites} />
            {data.groups.length > 0 && (
              <section aria-labelledby="home-groups">
                <SectionHeader id="home-groups" title={t('reports.home.groups')} />
                <GroupTiles groups={data.groups} />
              </section>
            )}
          </div>
          <aside className="home-aside">
            <section aria-labelledby="home-recents">
              <SectionHeader id="home-recents" title={t('reports.home.recents')} />
              {data.recents.length > 0 ? (
                <RecentReports reports={data.recents} />
              ) : (
                <p className="muted small">{t('reports.home.noRecents')}</p>
              )}
            </section>
            {data.mostUsed.length > 0 && (
              <section aria-labelledby="home-most-used">
                <SectionHeader id="home-most-used" title={t('views.home.mostUsed')} />
                <MostUsedReports reports={data.mostUsed} />
              </section>
            )}
            <section aria-labelledby="home-latest">
              <SectionHeader
                id="home-latest"
                title={t('reports.home.latest')}
                action={
                  <UiLink href="/all/reports?sort=-added" className="link">
                    {t('reports.home.seeAll')}
                  </UiLink>
                }
              />
              <LatestReports reports={data.latest} />
            </section>
          </aside>
        </div>
      )}
    </>
  );
}
