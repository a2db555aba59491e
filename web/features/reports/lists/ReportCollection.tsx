import { type ReactNode, useEffect } from 'react';
import { useSearchValues, useSetSearch } from '../../../app/address/address.ts';
import { useRead } from '../../../app/data/use-read.ts';
import { Reading } from '../../../app/layouts/Reading.tsx';
import { useTranslation } from '../../../i18n.ts';
import { EmptyState, FilteredEmpty } from '../../../ui/EmptyState.tsx';
import { IconLayoutGrid, IconList } from '../../../ui/icons.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { CardsSkeleton, ListSkeleton } from '../../../ui/Skeletons.tsx';
import { selectedInSight } from '../../../ui/selected-in-sight.ts';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { SearchBox } from '../../../ui/table/SearchBox.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { type Collection, cardsOnPage, getOrder, listQuery, toInput } from '../loader.ts';
import { ReportItems } from './ReportItems.tsx';
import { SortMenu } from './SortMenu.tsx';
import { useLayout } from './use-layout.ts';
// The search field's style is part of the table's.
import '../../../ui/table/DataTable.css';
import './lists.css';

type Props = Collection & {
  label: string;
  searchLabel: string;
  chips?: ReactNode;
  chipsLabel?: string;
  withPlace?: boolean;
  /** Rendered after the last report of the last page. */
  last?: ReactNode;
  empty: { text: string; action?: ReactNode };
};

/** A list of reports with search, order and page in the address: cards or rows, with all list states. */
export function ReportCollection(props: Props) {
  const { sort, searchLabel, chips, chipsLabel } = props;
  const { t } = useTranslation();
  const address = useSearchValues();
  const change = useSetSearch();
  const [layout, setLayout] = useLayout();
  return (
    <>
      <div className="report-tools">
        {chips && (
          <nav ref={selectedInSight} className="report-tools-chips" aria-label={chipsLabel ?? t('reports.group.subgroups')}>
            {chips}
          </nav>
        )}
        <div className="report-tools-right">
          <SearchBox
            value={address.search ?? ''}
            label={searchLabel}
            onChange={(text) => change({ search: text || undefined, page: undefined }, { replace: true })}
          />
          <SortMenu
            value={getOrder(sort, address.sort)}
            withOwn={sort === 'own'}
            onChange={(next) => change({ sort: next === sort ? undefined : next, page: undefined }, { replace: true })}
          />
          <Segmented
            label={t('reports.layout')}
            iconsOnly
            value={layout}
            onChange={setLayout}
            segments={[
              { value: 'cards', label: t('reports.layout.cards'), icon: IconLayoutGrid },
              { value: 'list', label: t('reports.layout.list'), icon: IconList },
            ]}
          />
        </div>
      </div>
      <Reading waiting={(onRetry) => (layout === 'cards' ? <CardsSkeleton onRetry={onRetry} /> : <ListSkeleton onRetry={onRetry} />)}>
        <Results {...props} layout={layout} />
      </Reading>
    </>
  );
}

function Results({ layout, label, withPlace, last, empty, ...collection }: Props & { layout: ReturnType<typeof useLayout>[0] }) {
  const { t } = useTranslation();
  const address = useSearchValues();
  const change = useSetSearch();
  const search = address.search ?? '';
  const { page } = collection;
  const { data, isBehind } = useRead(listQuery(toInput(collection, address)));
  const beyond = !isBehind && data.items.length === 0 && page > 1 ? Math.max(1, Math.min(page - 1, data.pages)) : null;
  // A remembered page may no longer exist; the last existing one replaces it.
  useEffect(() => {
    if (beyond !== null) change({ page: String(beyond) }, { replace: true });
  });
  return (
    <>
      <VisuallyHidden role="status">{isBehind ? '' : t('reports.count', { count: data.total })}</VisuallyHidden>
      {data.items.length > 0 && (
        <div className="report-results" data-old={isBehind || undefined}>
          <h2 className="visually-hidden">{t('reports.list')}</h2>
          <ReportItems
            items={data.items}
            layout={layout}
            label={label}
            withPlace={withPlace}
            last={!search && !isBehind && page >= data.pages && last}
          />
          {data.pages > 1 && (
            <Pagination
              shown={data.items.length}
              paging={{
                page: data.page ?? page,
                pages: data.pages,
                size: cardsOnPage,
                total: data.total,
                totalIsExact: data.totalIsExact,
                onPage: (next) => change({ page: String(next) }),
              }}
            />
          )}
        </div>
      )}
      {data.items.length === 0 &&
        (search ? (
          <FilteredEmpty
            filters={t('reports.list.searchFilter', { search })}
            onClear={() => change({ search: undefined, page: undefined }, { replace: true })}
          />
        ) : (
          <EmptyState text={empty.text} action={empty.action} />
        ))}
    </>
  );
}
