import { Select, TextInput } from '@mantine/core';
import { formatDateTime } from '../../../domain/format/date.ts';
import { agentWords } from '../../../domain/session/agent.ts';
import type { SignInRow } from '../../../domain/sign-in-log/contract.ts';
import { signInOutcomes, signInWays } from '../../../domain/sign-in-log/words.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { getDays, useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { DateRangeFilter, useDateRangeChip } from '../../ui/table/DateRangeFilter.tsx';
import type { ActiveFilter, Column, DayRange } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { FilterPopover } from './FilterPopover.tsx';
import { listOptions, signInLogQuery, toInput } from './loader.ts';
import { outcomeWords, wayWords } from './words.ts';
import './sign-in-log.css';
import { Breakable } from '../../ui/Breakable.tsx';

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
    { id: 'way', header: t('signIns.way'), phone: 'fact', cell: (row) => wayWords(row.way, t) },
    {
      id: 'vouched',
      header: t('signIns.vouched'),
      muted: true,
      phone: 'fact',
      isNamed: true,
      cell: (row) => (row.vouched ? t(`signIns.vouched.${row.vouched}`) : '–'),
    },
    { id: 'address', header: t('signIns.address'), cell: (row) => <span className="num">{row.address ?? '–'}</span> },
    { id: 'device', header: t('signIns.device'), muted: true, cell: (row) => agentWords(row.agent, language) },
    { id: 'seen', header: t('signIns.seen'), muted: true, cell: (row) => when(row.seenAt) },
  ];
}

/** Every sign-in attempt, with its outcome (`/setting?area=sign-ins`). */
export function SignInLog() {
  const { t } = useTranslation();
  const list = useListAddress(listOptions);
  const input = toInput(list);
  const filter = withoutPage(input);
  const { way, outcome, address } = filter;
  const when = { label: t('signIns.when'), value: getDays(list.values), onChange: ({ from, to }: DayRange) => list.refine({ from, to }) };
  const saved = useListViews({ list: 'sign-ins', address: list, hidden: ['device', 'seen'] });
  const columns = useColumns();
  const file = useTableFile((part) => call('GET /api/auth/sign_ins/export', { ...filter, part }), { columns, choice: saved.choice });
  const getHref = (next: string | undefined) =>
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
        <Chip href={getHref(undefined)} on={!outcome && !saved.current}>
          {t('signIns.outcome.any')}
        </Chip>
        <Chip href={getHref('ok')} on={outcome === 'ok' && !saved.current}>
          {t('signIns.outcome.ok')}
        </Chip>
      </ListViews>
      <ListTable
        list={list}
        query={signInLogQuery(input)}
        caption={t('signIns.caption')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.person}
        order={{ column: 'at', direction: 'desc' }}
        searchLabel={t('signIns.search')}
        file={file}
        saved={saved}
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
