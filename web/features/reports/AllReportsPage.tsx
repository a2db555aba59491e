import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { changedSearch, stringifySearch, useSearchValues } from '../../app/address/address.ts';
import { menuQuery } from '../../app/data/queries.ts';
import { TellLater } from '../../app/notices/TellLater.tsx';
import { store } from '../../app/session/storage.ts';
import { useTranslation } from '../../i18n.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { ReportCollection } from './lists/ReportCollection.tsx';
import { useListCrumbs } from './use-crumbs.ts';

const Organizer = lazy(() => import('./home/OrganizeFavorites.tsx').then((module) => ({ default: module.OrganizeFavorites })));

/** All reports this user may see, or the favourites in their own order. The last page is remembered for the former (Spec 3, bi:page). */
export function AllReportsPage() {
  const { t } = useTranslation();
  const address = useSearchValues();
  const favorites = address.favorites === '1';
  const page = Number(favorites ? (address.page ?? '1') : store.page('page_report', pageOf(address)));
  const title = t(favorites ? 'reports.favorites' : 'reports.all');
  useListCrumbs(title);
  const [asked, setAsked] = useState(false);
  const { data: menu } = useQuery(menuQuery);
  const canOrganize = (menu?.favorites ?? 0) > 1;
  const groups = menu?.groups.filter(({ reports }) => reports > 0) ?? [];
  // An address may name a deleted group; all reports are shown then.
  const group = groups.find(({ id }) => id === address.group)?.id;
  const hrefOf = (id: string | undefined) => `/all/reports${changedSearch(stringifySearch(address), { group: id, page: undefined })}`;
  const chips = groups.length > 1 && (
    <>
      <Chip quiet href={hrefOf(undefined)} on={!group} count={menu?.total}>
        {t('reports.group.all')}
      </Chip>
      {groups.map(({ id, name, reports }) => (
        <Chip key={id} quiet href={hrefOf(id)} on={group === id} count={reports}>
          {name}
        </Chip>
      ))}
    </>
  );
  const organizing = favorites && asked && canOrganize;
  return (
    <div className="page">
      <PageHeader
        title={title}
        actions={
          favorites &&
          canOrganize && (
            <Button aria-expanded={organizing} onClick={() => setAsked(!organizing)}>
              {t(organizing ? 'reports.home.organizeDone' : 'reports.home.organize')}
            </Button>
          )
        }
      />
      {organizing && (
        <Suspense fallback={<ListSkeleton count={6} />}>
          <Organizer />
        </Suspense>
      )}
      {organizing ? null : favorites ? (
        <ReportCollection
          key="favorites"
          label={title}
          scope={{ favorites: '1' }}
          withPlace
          sort="own"
          searchLabel={t('reports.search')}
          page={page}
          empty={{
            text: t('reports.list.noFavorites'),
            action: <ButtonLink href="/all/reports">{t('reports.home.findReports')}</ButtonLink>,
          }}
        />
      ) : (
        <ReportCollection
          key="all"
          label={title}
          scope={group ? { group } : {}}
          chips={chips}
          chipsLabel={t('reports.home.groups')}
          withPlace
          sort="title"
          searchLabel={t('reports.search')}
          page={page}
          empty={{ text: t('reports.home.empty'), action: <TellLater problem="nothing" /> }}
        />
      )}
    </div>
  );
}

// A new search or order goes back to the first page, which the address leaves out.
const pageOf = (address: Readonly<Record<string, string | undefined>>): string | undefined =>
  address.page ?? (address.search || address.sort || address.group ? '1' : undefined);
