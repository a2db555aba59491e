import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { tenantSorts, tenantStatuses } from '../../../domain/tenants/sorts.ts';
import { changedSearch, stringifySearch } from '../../app/address.ts';
import { type CallInput, call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { useBreadcrumb } from '../../app/breadcrumb.ts';
import { useTranslation } from '../../app/i18n.ts';
import { useListAddress } from '../../app/list-address.ts';
import { errorText } from '../../app/notify.ts';
import { useZone } from '../../app/use-zone.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { columnsOf } from './columns.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import './partners.css';

type Input = CallInput<'GET /api/auth/partners'>;

const listQuery = (input: Input) =>
  queryOptions({
    queryKey: ['partners', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/partners', input, { signal }),
    placeholderData: keepPreviousData,
  });

const kinds = ['partner', 'unit'] as const;

/** The platform's home (BEHAVIOUR 17): partners and business units, read only. */
export function PartnersPage() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress({ sorts: tenantSorts, filters: ['kind', 'status'], memory: 'page_tenant' });
  const kind = kinds.find((each) => each === list.values.kind);
  const status = tenantStatuses.find((each) => each === list.values.status);
  const input: Input = {
    page: list.page,
    size: list.size,
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
    ...(kind ? { kind } : {}),
    ...(status ? { status } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(input));
  const saved = useListViews({ list: 'partners', address: list });
  const title = t('partners.title');
  useBreadcrumb([{ label: t('partners.crumb') }, { label: title }]);
  const hrefOf = (next: string | undefined) =>
    `/partners${changedSearch(stringifySearch(list.values), { kind: next, page: undefined, saved: undefined })}`;
  return (
    <div className="page">
      <PageHeader title={title} text={t('partners.text')} />
      <ListViews saved={saved} label={t('partners.views')}>
        <Chip href={hrefOf(undefined)} on={!kind && !saved.current}>
          {t('partners.view.all')}
        </Chip>
        {kinds.map((each) => (
          <Chip key={each} href={hrefOf(each)} on={each === kind && !saved.current}>
            {t(`partners.view.${each}`)}
          </Chip>
        ))}
      </ListViews>
      <DataTable
        caption={t('partners.caption')}
        columns={columnsOf({ t, language, zone })}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        fetching={isPlaceholderData}
        failure={
          error && !data
            ? {
                text: errorText(error),
                requestId: error instanceof ApiError ? error.requestId : null,
                onRetry: () => void refetch(),
              }
            : null
        }
        sort={list.sort ?? { column: 'name', direction: 'asc' }}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('partners.search'), onChange: list.onSearch }}
        filters={
          status
            ? [
                {
                  id: 'status',
                  label: t('partners.filter.statusIs', { status: t(`partners.status.${status}`) }),
                  onRemove: () => list.refine({ status: undefined }),
                },
              ]
            : []
        }
        addFilter={<StatusFilter value={status} onChoose={(next) => list.refine({ status: next })} />}
        onClearFilters={list.clear}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        empty={
          kind ? <FilteredEmpty filters={t(`partners.view.${kind}`)} onClear={list.clear} /> : <EmptyState text={t('partners.empty')} />
        }
      />
    </div>
  );
}
