import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchValues, useSetSearch } from '../../../app/address/address.ts';
import { ApiError } from '../../../app/data/api-error.ts';
import { useTranslation } from '../../../i18n.ts';
import { EmptyState, FilteredEmpty } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconLayoutGrid, IconList } from '../../../ui/icons.ts';
import { Segmented } from '../../../ui/Segmented.tsx';
import { CardsSkeleton, ListSkeleton } from '../../../ui/Skeletons.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { SearchBox } from '../../../ui/table/SearchBox.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { type ListInput, listQuery } from '../queries.ts';
import { ReportItems } from './ReportItems.tsx';
import { isReportSort, type ReportSort, SortMenu } from './SortMenu.tsx';
import { useLayout } from './use-layout.ts';
// The search field's style is part of the table's.
import '../../../ui/table/DataTable.css';
import './lists.css';

const pageSize = 24;

type Props = {
  label: string;
  scope: Pick<ListInput, 'group' | 'subgroup' | 'favorites'>;
  /** The default order. */
  sort: ReportSort;
  searchLabel: string;
  chips?: ReactNode;
  chipsLabel?: string;
  withPlace?: boolean;
  /** Rendered after the last report of the last page. */
  last?: ReactNode;
  /** The page number, which a list may remember; the address holds it as text. */
  page: number;
  empty: { text: string; action?: ReactNode };
};

/** A list of reports with search, order and page in the address: cards or rows, with all list states. */
export function ReportCollection({ label, scope, sort, searchLabel, chips, chipsLabel, withPlace, last, page, empty }: Props) {
  const { t } = useTranslation();
  const address = useSearchValues();
  const change = useSetSearch();
  const [layout, setLayout] = useLayout();
  const search = address.search ?? '';
  const withOwn = sort === 'own';
  const order = isReportSort(address.sort) && (withOwn || address.sort !== 'own') ? address.sort : sort;
  const input: ListInput = { ...scope, size: pageSize, page, sort: order, ...(search ? { search } : {}) };
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(input));
  const beyond = data && !isPlaceholderData && data.items.length === 0 && page > 1 ? Math.max(1, Math.min(page - 1, data.pages)) : null;
  // A remembered page may no longer exist; the last existing one replaces it.
  useEffect(() => {
    if (beyond !== null) change({ page: String(beyond) }, { replace: true });
  });

  return (
    <>
      <div className="report-tools">
        {chips && (
          <nav className="report-tools-chips" aria-label={chipsLabel ?? t('reports.group.subgroups')}>
            {chips}
          </nav>
        )}
        <div className="report-tools-right">
          <SearchBox
            value={search}
            label={searchLabel}
            onChange={(text) => change({ search: text || undefined, page: undefined }, { replace: true })}
          />
          <SortMenu
            value={order}
            withOwn={withOwn}
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
      {!data && error && <ErrorState requestId={error instanceof ApiError ? error.requestId : null} onRetry={() => void refetch()} />}
      {!data &&
        !error &&
        (layout === 'cards' ? <CardsSkeleton onRetry={() => void refetch()} /> : <ListSkeleton onRetry={() => void refetch()} />)}
      <VisuallyHidden role="status">{data && !isPlaceholderData ? t('reports.count', { count: data.total }) : ''}</VisuallyHidden>
      {data && data.items.length > 0 && (
        <div className="report-results" data-old={isPlaceholderData || undefined}>
          <h2 className="visually-hidden">{t('reports.list')}</h2>
          <ReportItems
            items={data.items}
            layout={layout}
            label={label}
            withPlace={withPlace}
            last={!search && !isPlaceholderData && page >= data.pages && last}
          />
          {data.pages > 1 && (
            <Pagination
              shown={data.items.length}
              paging={{
                page: data.page ?? page,
                pages: data.pages,
                size: pageSize,
                total: data.total,
                totalIsExact: data.totalIsExact,
                onPage: (next) => change({ page: String(next) }),
              }}
            />
          )}
        </div>
      )}
      {data?.items.length === 0 &&
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
