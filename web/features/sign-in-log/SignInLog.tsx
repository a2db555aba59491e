import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { agentWords } from '../../../domain/session/agent.ts';
import type { SignInRow } from '../../../domain/sign-in-log/contract.ts';
import { signInOutcomes, signInWays } from '../../../domain/sign-in-log/words.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { daysOf, useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DateRangeFilter, useDateRangeChip } from '../../ui/table/DateRangeFilter.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import type { ActiveFilter, Column, DayRange } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { FilterPopover } from './FilterPopover.tsx';
import { signInLogQuery } from './queries.ts';
import { outcomeWords, wayWords } from './words.ts';
import './sign-in-log.css';
import { Breakable } from '../../ui/Breakable.tsx';

const sorts = ['at'] as const;

function Person({ row }: { row: SignInRow }) {
  return (
    <span className="sign-ins-person">
      <b>{row.person}</b>
      <span className="tiny muted">
        <Breakable text={row.email} />
      </span>
    </span>
  );
}

function useColumns(): Column<SignInRow>[] {
  const { t, language } = useTranslation();
  const zone = useZone();
  const when = (at: string | null) => <span className="num">{at ? formatDateTime(language, new Date(at), zone) : '–'}</span>;
  return [
    { id: 'person', header: t('signIns.person'), rowHeader: true, phone: 'name', cell: (row) => <Person row={row} /> },
    { id: 'at', header: t('signIns.at'), sortable: true, phone: 'fact', cell: (row) => when(row.at) },
    {
      id: 'outcome',
      header: t('signIns.outcome'),
      phone: 'status',
      cell: (row) => <Badge tone={row.outcome === 'ok' ? 'ok' : 'err'}>{outcomeWords(row.outcome, t)}</Badge>,
    },
    { id: 'way', header: t('signIns.way'), cell: (row) => wayWords(row.way, t) },
    { id: 'vouched', header: t('signIns.vouched'), muted: true, cell: (row) => (row.vouched ? t(`signIns.vouched.${row.vouched}`) : '–') },
    { id: 'address', header: t('signIns.address'), cell: (row) => <span className="num">{row.address ?? '–'}</span> },
    { id: 'device', header: t('signIns.device'), muted: true, cell: (row) => agentWords(row.agent, language) },
    { id: 'seen', header: t('signIns.seen'), muted: true, cell: (row) => when(row.seenAt) },
  ];
}

/** Every sign-in attempt, with its outcome (`/setting?area=sign-ins`). */
export function SignInLog() {
  const { t } = useTranslation();
  const list = useListAddress({ sorts, filters: ['way', 'outcome', 'address', 'from', 'to'] });
  const days = daysOf(list.values);
  const way = signInWays.find((each) => each === list.values.way);
  const outcome = signInOutcomes.find((each) => each === list.values.outcome);
  const address = list.values.address?.slice(0, 45);
  const when = { label: t('signIns.when'), value: days, onChange: ({ from, to }: DayRange) => list.refine({ from, to }) };
  const filter = {
    ...days,
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
    ...(way ? { way } : {}),
    ...(outcome ? { outcome } : {}),
    ...(address ? { address } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery(signInLogQuery({ page: list.page, size: list.size, ...filter }));
  const saved = useListViews({ list: 'sign-ins', address: list, hidden: ['device', 'seen'] });
  const columns = useColumns();
  const file = useTableFile((part) => call('GET /api/auth/sign_ins/export', { ...filter, part }), { columns, choice: saved.choice });
  const hrefOf = (next: string | undefined) =>
    `/setting${changedSearch(stringifySearch(list.values), { outcome: next, page: undefined, saved: undefined })}`;
  const chips: ActiveFilter[] = [
    ...(way ? [{ id: 'way', label: `${t('signIns.way')}: ${wayWords(way, t)}`, onRemove: () => list.refine({ way: undefined }) }] : []),
    ...(outcome
      ? [
          {
            id: 'outcome',
            label: `${t('signIns.outcome')}: ${outcomeWords(outcome, t)}`,
            onRemove: () => list.refine({ outcome: undefined }),
          },
        ]
      : []),
    ...(address
      ? [{ id: 'address', label: `${t('signIns.address')}: ${address}`, onRemove: () => list.refine({ address: undefined }) }]
      : []),
    ...useDateRangeChip('at', when),
  ];
  return (
    <>
      <ListViews saved={saved} label={t('signIns.outcome')}>
        <Chip href={hrefOf(undefined)} on={!outcome && !saved.current}>
          {t('signIns.outcome.any')}
        </Chip>
        <Chip href={hrefOf('ok')} on={outcome === 'ok' && !saved.current}>
          {t('signIns.outcome.ok')}
        </Chip>
      </ListViews>
      <DataTable
        caption={t('signIns.caption')}
        columns={columns}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.person}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort ?? { column: 'at', direction: 'desc' }}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('signIns.search'), onChange: list.onSearch }}
        filters={chips}
        addFilter={
          <>
            <FilterPopover>
              <Select
                label={t('signIns.outcome')}
                placeholder={t('signIns.outcome.any')}
                data={signInOutcomes.map((value) => ({ value, label: outcomeWords(value, t) }))}
                value={outcome ?? null}
                clearable
                comboboxProps={{ withinPortal: false }}
                onChange={(value) => list.refine({ outcome: value ?? undefined })}
              />
              <Select
                label={t('signIns.way')}
                placeholder={t('signIns.way.any')}
                data={signInWays.map((value) => ({ value, label: wayWords(value, t) }))}
                value={way ?? null}
                clearable
                comboboxProps={{ withinPortal: false }}
                onChange={(value) => list.refine({ way: value ?? undefined })}
              />
              <TextInput
                label={t('signIns.address.filter')}
                defaultValue={address ?? ''}
                onBlur={(event) => list.refine({ address: event.currentTarget.value.trim() || undefined })}
                onKeyDown={(event) => event.key === 'Enter' && list.refine({ address: event.currentTarget.value.trim() || undefined })}
              />
            </FilterPopover>
            <DateRangeFilter {...when} />
          </>
        }
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        empty={
          chips.length > 0 ? (
            <FilteredEmpty filters={t('signIns.filtered')} onClear={list.clear} />
          ) : (
            <EmptyState text={t('signIns.empty')} />
          )
        }
      />
      <p className="small muted sign-ins-limits">
        <b>{t('signIns.limits')}.</b> {t('signIns.limits.text')}
      </p>
    </>
  );
}
