import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { changedSearch, stringifySearch, useSearchValues } from '../../app/address/address.ts';
import { menuQuery } from '../../app/data/queries.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { TellLater } from '../../app/notices/TellLater.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { ReportCollection } from './lists/ReportCollection.tsx';
import { getAllReports } from './loader.ts';
import { useListCrumbs } from './use-crumbs.ts';

const Organizer = lazy(() => import('./home/OrganizeFavorites.tsx').then((module) => ({ default: module.OrganizeFavorites })));

/** All reports this user may see, or the favourites in their own order. */
export function AllReportsPage() {
  const { t } = useTranslation();
  const favorites = useSearchValues().favorites === '1';
  const title = t(favorites ? 'reports.favorites' : 'reports.all');
  useListCrumbs(title);
  const [asked, setAsked] = useState(false);
  // No suspense: the header does not wait for its button.
  const { data: menu } = useQuery(menuQuery);
  const canOrganize = (menu?.favorites ?? 0) > 1;
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
      <Reading waiting={(onRetry) => <ListSkeleton count={6} onRetry={onRetry} />}>
        {organizing ? <Organizer /> : favorites ? <FavoriteReports label={title} /> : <AllReports label={title} />}
      </Reading>
    </div>
  );
}

function FavoriteReports({ label }: { label: string }) {
  const { t } = useTranslation();
  const address = useSearchValues();
  return (
    <ReportCollection
      {...getAllReports(address, undefined)}
      label={label}
      withPlace
      searchLabel={t('reports.search')}
      empty={{
        text: t('reports.list.noFavorites'),
        action: <ButtonLink href="/all/reports">{t('reports.home.findReports')}</ButtonLink>,
      }}
    />
  );
}

function AllReports({ label }: { label: string }) {
  const { t } = useTranslation();
  const address = useSearchValues();
  const { data: menu } = useSuspenseQuery(menuQuery);
  const groups = menu.groups.filter(({ reports }) => reports > 0);
  // An address may name a deleted group; all reports are shown then.
  const group = groups.find(({ id }) => id === address.group)?.id;
  const getHref = (id: string | undefined) => `/all/reports${changedSearch(stringifySearch(address), { group: id, page: undefined })}`;
  const chips = groups.length > 1 && (
    <>
      <Chip quiet href={getHref(undefined)} on={!group} count={menu.total}>
        {t('reports.group.all')}
      </Chip>
      {groups.map(({ id, name, reports }) => (
        <Chip key={id} quiet href={getHref(id)} on={group === id} count={reports}>
          {name}
        </Chip>
      ))}
    </>
  );
  return (
    <ReportCollection
      {...getAllReports(address, group)}
      label={label}
      chips={chips}
      chipsLabel={t('reports.home.groups')}
      withPlace
      searchLabel={t('reports.search')}
      empty={{ text: t('reports.home.empty'), action: <TellLater problem="nothing" /> }}
    />
  );
}
