import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '../../../domain/bi-accounts/resources/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { useGo, useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useIsGuest } from '../../app/shell/use-shell.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconGauge, IconKey, IconRefresh } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import type { RowAction, Sort } from '../../ui/table/types.ts';
import { capacityHref, controlText, RegisterDialog, useControlled, useWithRegistered } from '../capacity/index.ts';
import { resourcesQuery } from './loader.ts';
import { RegisterAccount } from './RegisterAccount.tsx';
import { ResourceSources } from './ResourceSources.tsx';
import { fileCells, resourceColumns, sortText } from './resource-columns.tsx';
import './bi-accounts.css';

/**
 * Capacities: the current data of the report service and Azure, with the error of each failed source, and which of them the portal
 * controls.
 */
export function ResourcesPage() {
  const { t } = useTranslation();
  const title = t('service.resources.title');
  useBreadcrumb([{ label: t('service.crumb') }, { label: title }]);
  const go = useGo();
  const isGuest = useIsGuest();
  const controlled = useControlled();
  const [taking, setTaking] = useState<Resource | null>(null);
  const getHref = (row: Resource) => {
    const facts = controlled?.(row);
    return facts && (facts.controls === 'S' || facts.ownedByOther === 'S') ? capacityHref(facts.id) : null;
  };
  const getActions = (row: Resource): RowAction[] => {
    const href = getHref(row);
    if (href) return [{ id: 'open', label: t('capacity.control.open'), icon: IconGauge, onClick: () => go(href) }];
    if (!controlled || isGuest || row.kind === null) return [];
    return [{ id: 'take', label: t('capacity.control.take'), icon: IconKey, onClick: () => setTaking(row) }];
  };
  const table = {
    caption: title,
    columns: resourceColumns({ t, getHref, onTake: setTaking }),
    rowId: (row: Resource) => row.id,
    rowName: (row: Resource) => row.name,
    rowActions: getActions,
  };
  return (
    <div className="page service-page">
      <PageHeader title={title} text={t('service.resources.text')} actions={<Refresh />} />
      <Reading
        waiting={() => <DataTable {...table} rows={undefined} />}
        failure={({ error, onRetry }) => (
          <DataTable {...table} rows={undefined} failure={{ text: errorText(error), requestId: error.requestId, onRetry }} />
        )}
      >
        <Resources table={table} />
      </Reading>
      <RegisterDialog row={taking} onClose={() => setTaking(null)} />
    </div>
  );
}

/** Reads again what is shown; a failure has its own button in the place of the rows. */
function Refresh() {
  const { t } = useTranslation();
  // No suspense: the button beside the page says whether its data are being read.
  const { data, isFetching, refetch } = useQuery(resourcesQuery);
  if (!data && !isFetching) return null;
  return (
    <Button icon={IconRefresh} loading={isFetching} onClick={() => void refetch()}>
      {t('service.resources.refresh')}
    </Button>
  );
}

type Table = Pick<Parameters<typeof DataTable<Resource>>[0], 'caption' | 'columns' | 'rowId' | 'rowName' | 'rowActions'>;

function Resources({ table }: { table: Table }) {
  const { t, language } = useTranslation();
  const controlled = useControlled();
  const { data, isFetching, refetch } = useSuspenseQuery(resourcesQuery);
  const { search = '' } = useSearchValues();
  const setSearch = useSetSearch();
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'asc' });
  const words = fold(search).split(' ');
  const matches = (item: Resource) =>
    words.every((word) => fold([item.name, item.resourceGroup, item.accountName].join(' ')).includes(word));
  const way = sort.direction === 'asc' ? 1 : -1;
  const rows = useWithRegistered(data.items)
    .filter(matches)
    .toSorted((a, b) => way * sortText(a, sort.column).localeCompare(sortText(b, sort.column), undefined, { numeric: true }));
  const file = useTableFile(
    async () => {
      const { fileOfRows } = await import('../../app/table-file/table-text.ts');
      const cells = fileCells(t, (row) => controlText(t, controlled?.(row) ?? null));
      return fileOfRows(fold(table.caption), language, cells, rows);
    },
    { columns: table.columns },
  );
  return (
    <>
      <ResourceSources sources={data.sources} onRetry={() => void refetch()} />
      <DataTable
        {...table}
        rows={rows}
        fetching={isFetching}
        tools={<ExportMenu file={file} />}
        sort={sort}
        onSort={setSort}
        search={{
          value: search,
          label: t('service.search.resources'),
          onChange: (text) => setSearch({ search: text || undefined }, { replace: true }),
        }}
        paging={{ page: 1, pages: 1, size: rows.length, total: rows.length, onPage: () => undefined }}
        onClearFilters={() => setSearch({ search: undefined })}
        empty={
          data.sources.length === 0 ? (
            <EmptyState text={t('service.empty.noAccounts')} action={<RegisterAccount />} />
          ) : (
            <EmptyState text={t('service.empty.resources')} />
          )
        }
      />
    </>
  );
}
