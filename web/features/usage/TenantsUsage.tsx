import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../domain/format/number.ts';
import { analyzeSorts, defaultPeriod, periods } from '../../../domain/usage/periods.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { DayBars, Spark } from '../../ui/DayBars.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import type { Column } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { Facts } from './Facts.tsx';
import { PeriodChips } from './PeriodChips.tsx';
import { type AnalyzeInput, type AnalyzeRow, analyzeQuery } from './queries.ts';
import { dayBars, durationWords } from './words.ts';

/** Usage of the tenants below, by period, with a daily trend. */
export function TenantsUsage() {
  const { t, language } = useTranslation();
  const list = useListAddress({ sorts: analyzeSorts, filters: ['days', 'idle'], memory: 'page_tenant' });
  const { values } = list;
  const days = periods.find((period) => period === values.days) ?? defaultPeriod;
  const idle = values.idle === '1';
  const input: AnalyzeInput = {
    days,
    page: list.page,
    size: list.size,
    ...(idle ? { idle: '1' } : {}),
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery(analyzeQuery(input));
  const saved = useListViews({ list: 'analyze', address: list, hidden: ['peak'] });
  const { page: _, size: __, ...wanted } = input;
  const title = t('usage.analyze.title');
  const hrefOf = (on: boolean) =>
    `/analyze${changedSearch(stringifySearch(values), { idle: on ? '1' : undefined, page: undefined, saved: undefined })}`;
  const columns: Column<AnalyzeRow>[] = [
    { id: 'name', header: t('usage.column.tenant'), rowHeader: true, sortable: true, phone: 'name', cell: (row) => row.name },
    { id: 'parent', header: t('usage.column.partner'), muted: true, cell: (row) => row.parent ?? '–' },
    {
      id: 'views',
      header: t('usage.column.views'),
      align: 'right',
      sortable: true,
      phone: 'fact',
      cell: (row) => formatNumber(language, row.views),
    },
    { id: 'trend', header: t('usage.column.trend'), cell: (row) => <Spark values={row.trend} /> },
    { id: 'peak', header: t('usage.column.peak'), align: 'right', sortable: true, cell: (row) => formatNumber(language, row.peak) },
    { id: 'time', header: t('usage.column.time'), align: 'right', sortable: true, cell: (row) => durationWords(language, row.seconds) },
    {
      id: 'people',
      header: t('usage.column.people'),
      align: 'right',
      sortable: true,
      cell: (row) =>
        row.userLimit === null
          ? formatNumber(language, row.people)
          : `${formatNumber(language, row.people)} / ${formatNumber(language, row.userLimit)}`,
    },
    { id: 'reports', header: t('usage.column.allReports'), align: 'right', cell: (row) => formatNumber(language, row.reports) },
    {
      id: 'last',
      header: t('usage.column.last'),
      phone: 'fact',
      cell: (row) => <span className="num">{row.lastDay ? row.lastDay.split('-').reverse().join('/') : '–'}</span>,
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/analyze/export', { ...wanted, part }), { columns, choice: saved.choice });
  return (
    <>
      <div className="usage-chips">
        <PeriodChips value={days} onChange={(next) => list.refine({ days: next === defaultPeriod ? undefined : next })} />
      </div>
      {data && (
        <>
          <Facts
            facts={[
              {
                id: 'views',
                label: t('usage.fact.views'),
                value: formatNumber(language, data.sums.views),
                now: data.sums.views,
                before: data.sums.before.views,
              },
              { id: 'time', label: t('usage.fact.time'), value: durationWords(language, data.sums.seconds) },
              { id: 'tenants', label: t('usage.fact.tenants'), value: formatNumber(language, data.sums.tenants) },
              { id: 'idle', label: t('usage.fact.idle'), value: formatNumber(language, data.sums.idle) },
            ]}
          />
          <div className="usage-charts usage-charts-one">
            <section aria-label={t('usage.byDay')}>
              <h2>{t('usage.byDay')}</h2>
              <DayBars
                caption={t('usage.byDay')}
                heads={[t('usage.day'), t('usage.column.views')]}
                bars={dayBars(language, data.days)}
                format={(value) => formatNumber(language, value, 0)}
              />
            </section>
          </div>
        </>
      )}
      <ListViews saved={saved} label={t('usage.views')}>
        <Chip href={hrefOf(false)} on={!idle && !saved.current}>
          {t('usage.view.all')}
        </Chip>
        <Chip href={hrefOf(true)} on={idle && !saved.current} count={data && formatNumber(language, data.sums.idle)}>
          {t('usage.view.idle')}
        </Chip>
      </ListViews>
      <DataTable
        caption={title}
        columns={columns}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort ?? { column: 'views', direction: 'desc' }}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('usage.search.tenants'), onChange: list.onSearch }}
        filters={[]}
        onClearFilters={() => list.refine({ search: undefined, idle: undefined })}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        empty={
          list.search || idle ? (
            <FilteredEmpty
              filters={list.search || t('usage.view.idle')}
              onClear={() => list.refine({ search: undefined, idle: undefined })}
            />
          ) : (
            <EmptyState text={t('usage.analyze.empty')} />
          )
        }
      />
    </>
  );
}
