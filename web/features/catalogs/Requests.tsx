import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { type RequestView, requestSorts, requestViews } from '../../../domain/catalogs/request.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { daysOf, useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation, withTexts } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconArrowBackUp, IconClipboardCheck, IconX } from '../../ui/icons.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DateRangeFilter, useDateRangeChip } from '../../ui/table/DateRangeFilter.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import type { Column, DayRange, RowAction } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { type RequestRow, type RequestsInput, requestsQuery } from './queries.ts';
import { requestTones } from './request-tones.ts';
import { useCancelRequest } from './use-cancel-request.ts';

const RequestDrawer = lazy(() =>
  withTexts(['manage'], () => import('./RequestDrawer.tsx')).then((module) => ({ default: module.RequestDrawer })),
);

/** Requests and their decisions: the user's own, or those to decide. The open request (`id`) and all filters are in the address. */
export function Requests({ mine }: { mine: boolean }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const me = useWho()?.user.id;
  const list = useListAddress({ sorts: requestSorts, filters: ['view', 'from', 'to'], memory: 'page_report' });
  const view: RequestView = requestViews.find((known) => known === list.values.view) ?? (mine ? 'all' : 'pending');
  const days = daysOf(list.values);
  const asked = {
    label: t('catalogs.column.asked'),
    value: days,
    onChange: ({ from, to }: DayRange) => list.refine({ from, to }),
  };
  const askedChip = useDateRangeChip('asked', asked);
  const input: RequestsInput = {
    view,
    page: list.page,
    size: list.size,
    ...(mine ? { mine: '1' } : {}),
    ...days,
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery(requestsQuery(input));
  const saved = useListViews({ list: mine ? 'catalog-mine' : 'catalog-requests', address: list, hidden: ['validUntil'] });
  const cancel = useCancelRequest();
  const opened = list.values.id;
  const [shown, setShown] = useState<{ id: string; opening: number } | null>(null);
  if (opened && shown?.id !== opened) setShown({ id: opened, opening: (shown?.opening ?? 0) + 1 });
  const hrefWith = (change: Parameters<typeof changedSearch>[1]) => `/catalogs${changedSearch(stringifySearch(list.values), change)}`;
  const open = (row: RequestRow) => list.change({ id: row.id });

  const day = (at: string | null) => <span className="num">{at ? formatDate(new Date(at), zone) : '–'}</span>;
  const columns: Column<RequestRow>[] = [
    {
      id: 'report',
      header: t('catalogs.column.report'),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => <UiLink href={hrefWith({ id: row.id })}>{row.report?.title ?? t('catalogs.gone')}</UiLink>,
    },
    ...(mine
      ? []
      : [
          {
            id: 'person',
            header: t('catalogs.column.person'),
            sortable: true,
            phone: 'fact' as const,
            cell: (row: RequestRow) => row.person.name,
          },
        ]),
    { id: 'asked', header: t('catalogs.column.asked'), sortable: true, phone: 'fact', cell: (row) => day(row.askedAt) },
    {
      id: 'state',
      header: t('catalogs.column.state'),
      phone: 'status',
      cell: (row) => <Badge tone={requestTones[row.state]}>{t(`catalogs.state.${row.state}`)}</Badge>,
    },
    {
      id: 'decided',
      header: t('catalogs.column.decided'),
      muted: true,
      cell: (row) => (row.decidedAt ? `${formatDate(new Date(row.decidedAt), zone)}${row.decidedBy ? ` · ${row.decidedBy}` : ''}` : '–'),
    },
    { id: 'validUntil', header: t('catalogs.column.until'), muted: true, cell: (row) => day(row.validUntil) },
  ];
  const { page: _, size: __, ...wanted } = input;
  const file = useTableFile((part) => call('GET /api/auth/catalog-requests/export', { ...wanted, part }), {
    columns,
    choice: saved.choice,
  });
  const actions = (row: RequestRow): RowAction[] => [
    {
      id: 'open',
      // Users decide their own request only if no one else can; the drawer says which.
      label: t(!mine && row.state === 'pending' && row.person.id !== me ? 'catalogs.decide' : 'catalogs.see'),
      icon: IconClipboardCheck,
      onClick: () => open(row),
    },
    ...(mine && row.state === 'pending'
      ? [
          {
            id: 'cancel',
            label: t('catalogs.cancel'),
            icon: IconX,
            onClick: () => void cancel({ id: row.id, title: row.report?.title ?? '' }),
          },
        ]
      : []),
    ...(!mine && row.state === 'granted'
      ? [{ id: 'revoke', label: t('catalogs.revoke'), icon: IconArrowBackUp, danger: true, onClick: () => open(row) }]
      : []),
  ];
  return (
    <>
      <ListViews saved={saved} label={t('catalogs.views')}>
        {(mine ? (['all', 'pending', 'decided'] as const) : requestViews).map((each) => (
          <Chip
            key={each}
            href={hrefWith({
              view: each === (mine ? 'all' : 'pending') ? undefined : each,
              page: undefined,
              id: undefined,
              saved: undefined,
            })}
            on={each === view && !saved.current}
            count={data && formatNumber(language, data.counts[each])}
          >
            {t(`catalogs.view.${each}`)}
          </Chip>
        ))}
      </ListViews>
      <DataTable
        caption={t(mine ? 'catalogs.tab.mine' : 'catalogs.tab.requests')}
        columns={columns}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.report?.title ?? ''}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t(mine ? 'catalogs.searchMine' : 'catalogs.searchRequests'), onChange: list.onSearch }}
        filters={askedChip}
        addFilter={askedChip.length === 0 && <DateRangeFilter {...asked} />}
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        rowActions={actions}
        onOpen={open}
        empty={
          list.search ? (
            <FilteredEmpty filters={list.search} onClear={list.clear} />
          ) : (
            <EmptyState text={t(mine ? 'catalogs.emptyMine' : view === 'pending' ? 'catalogs.emptyPending' : 'catalogs.emptyRequests')} />
          )
        }
      />
      {shown && (
        <Part>
          <RequestDrawer key={shown.opening} id={shown.id} opened={opened !== undefined} onClose={() => list.change({ id: undefined })} />
        </Part>
      )}
    </>
  );
}
