import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../domain/format/number.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { daysOf, useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DateRangeFilter, useDateRangeChip } from '../../ui/table/DateRangeFilter.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import type { DayRange } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { mailColumns } from './mail-columns.tsx';
import { mailLogQuery } from './queries.ts';

const sorts = ['at', 'address'] as const;
const states = ['queued', 'sent', 'failed'] as const;

/** The outgoing messages, with the mail server's responses. */
export function MailLog() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress({ sorts, filters: ['state', 'from', 'to'] });
  const state = states.find((each) => each === list.values.state);
  const days = daysOf(list.values);
  const when = {
    label: t('mailLog.at'),
    value: days,
    onChange: ({ from, to }: DayRange) => list.refine({ from, to }),
  };
  const whenChip = useDateRangeChip('at', when);
  const filter = {
    ...days,
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
    ...(state ? { state } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery(mailLogQuery({ page: list.page, size: list.size, ...filter }));
  const saved = useListViews({ list: 'mails', address: list, hidden: ['person', 'via', 'attempts'] });
  const hrefOf = (next: string | undefined) =>
    `/setting${changedSearch(stringifySearch(list.values), { state: next, page: undefined, saved: undefined })}`;
  const columns = mailColumns({ t, language, zone });
  const file = useTableFile((part) => call('GET /api/auth/mail/log/export', { ...filter, part }), { columns, choice: saved.choice });
  return (
    <>
      <ListViews saved={saved} label={t('mailLog.views')}>
        {(['all', ...states] as const).map((each) => (
          <Chip
            key={each}
            href={hrefOf(each === 'all' ? undefined : each)}
            on={each === (state ?? 'all') && !saved.current}
            count={data && formatNumber(language, data.counts[each])}
          >
            {t(`mailLog.view.${each}`)}
          </Chip>
        ))}
      </ListViews>
      <DataTable
        caption={t('mailLog.caption')}
        columns={columns}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.address}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort ?? { column: 'at', direction: 'desc' }}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('mailLog.search'), onChange: list.onSearch }}
        filters={whenChip}
        addFilter={whenChip.length === 0 && <DateRangeFilter {...when} />}
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        empty={
          state ? <FilteredEmpty filters={t(`mailLog.view.${state}`)} onClear={list.clear} /> : <EmptyState text={t('mailLog.empty')} />
        }
      />
    </>
  );
}
