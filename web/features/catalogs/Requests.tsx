import { lazy } from 'react';
import { requestViews } from '../../../domain/catalogs/request.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { getDays, useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation, withTexts } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconArrowBackUp, IconClipboardCheck, IconX } from '../../ui/icons.ts';
import { DateRangeFilter, useDateRangeChip } from '../../ui/table/DateRangeFilter.tsx';
import type { Column, DayRange, RowAction } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { requestsOptions, requestsQuery, toRequestsInput } from './loader.ts';
import type { RequestRow } from './queries.ts';
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
  const list = useListAddress(requestsOptions);
  const input = toRequestsInput(list, mine);
  const filter = withoutPage(input);
  const { view } = filter;
  const asked = {
    label: t('catalogs.column.asked'),
    value: getDays(list.values),
    onChange: ({ from, to }: DayRange) => list.refine({ from, to }),
  };
  const askedChip = useDateRangeChip('asked', asked);
  const saved = useListViews({ list: mine ? 'catalog-mine' : 'catalog-requests', address: list, hidden: ['validUntil'] });
  const cancel = useCancelRequest();
  const { shown, opened } = useDrawerTarget(list.values);
  const hrefWith = (change: Parameters<typeof changedSearch>[1]) => `/catalogs${changedSearch(stringifySearch(list.values), change)}`;
  const open = (row: RequestRow) => list.change({ id: row.id });

  const day = (at: string | null) => <span className="num">{at ? formatDate(language, new Date(at), zone) : '–'}</span>;
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
      cell: (row) =>
        row.decidedAt ? `${formatDate(language, new Date(row.decidedAt), zone)}${row.decidedBy ? ` · ${row.decidedBy}` : ''}` : '–',
    },
    { id: 'validUntil', header: t('catalogs.column.until'), muted: true, cell: (row) => day(row.validUntil) },
  ];
  const file = useTableFile((part) => call('GET /api/auth/catalog-requests/export', { ...filter, part }), {
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
      <ListTable
        list={list}
        query={requestsQuery(input)}
        above={(answer) => (
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
                count={answer && formatNumber(language, answer.counts[each])}
              >
                {t(`catalogs.view.${each}`)}
              </Chip>
            ))}
          </ListViews>
        )}
        caption={t(mine ? 'catalogs.tab.mine' : 'catalogs.tab.requests')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.report?.title ?? ''}
        searchLabel={t(mine ? 'catalogs.searchMine' : 'catalogs.searchRequests')}
        filters={askedChip}
        addFilter={askedChip.length === 0 && <DateRangeFilter {...asked} />}
        file={file}
        saved={saved}
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
      {shown?.id && (
        <Part>
          <RequestDrawer key={shown.opening} id={shown.id} opened={opened} onClose={() => list.change({ id: undefined })} />
        </Part>
      )}
    </>
  );
}
