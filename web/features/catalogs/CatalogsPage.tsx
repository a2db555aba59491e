import { useQuery } from '@tanstack/react-query';
import { can } from '../../../domain/access/permissions.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useWho } from '../../app/session/session.ts';
import { useManageCrumb } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { CatalogCards } from './CatalogCards.tsx';
import { waitingQuery } from './loader.ts';
import { Requests } from './Requests.tsx';
import './catalogs.css';

type Tab = 'catalog' | 'mine' | 'requests';

/** `/catalogs`: the reports a user can request, their own requests, and for approvers the requests to decide. */
export function CatalogsPage() {
  const { t } = useTranslation();
  const who = useWho();
  const values = useSearchValues();
  const change = useSetSearch();
  // Report owners approve requests without a permission of their profile, so only the list itself shows whether there are any.
  // No suspense: the tabs do not wait for their count.
  const { data: waiting } = useQuery(waitingQuery);
  const decides = who !== null && (can(who, 'catalogs.decide') || (waiting?.decides ?? values.tab === 'requests'));
  const asks = who !== null && can(who, 'catalogs.ask');
  const pending = waiting?.counts.pending ?? 0;
  const tabs: { id: Tab; label: string }[] = [
    { id: 'catalog', label: t('catalogs.tab.catalog') },
    ...(asks ? [{ id: 'mine' as const, label: t('catalogs.tab.mine') }] : []),
    ...(decides
      ? [{ id: 'requests' as const, label: pending > 0 ? t('catalogs.tab.requestsCount', { count: pending }) : t('catalogs.tab.requests') }]
      : []),
  ];
  const tab = tabs.find((each) => each.id === values.tab)?.id ?? 'catalog';
  const title = t('catalogs.title');
  useBreadcrumb([...useManageCrumb(), { label: title }]);
  const switchTo = (next: Tab) =>
    change({
      tab: next === 'catalog' ? undefined : next,
      id: undefined,
      view: undefined,
      search: undefined,
      sort: undefined,
      page: undefined,
      group: undefined,
    });
  return (
    <div className="page">
      <PageHeader title={title} text={t(`catalogs.text.${tab}`)} />
      {tabs.length > 1 ? (
        <Tabs label={t('catalogs.tabs')} tabs={tabs} value={tab} onChange={switchTo}>
          <div className="catalog-panel">{tab === 'catalog' ? <CatalogCards /> : <Requests key={tab} mine={tab === 'mine'} />}</div>
        </Tabs>
      ) : (
        <CatalogCards />
      )}
    </div>
  );
}
