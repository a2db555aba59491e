import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { defaultPeriod, periods, type UsageKind, usageSorts } from '../../../domain/usage/periods.ts';
import { changedSearch, stringifySearch, usePathname } from '../../app/address/address.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { DayBars } from '../../ui/DayBars.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { Facts } from './Facts.tsx';
import { PeriodChips } from './PeriodChips.tsx';
import { type ListInput, type UsageRow, usageListQuery, usageQuery } from './queries.ts';
import { dayBars, durationWords, hourBars } from './words.ts';

type Props = {
  /** Limits usage to this report, and lists its viewers. */
  report?: string;
};

/** Usage of the unit's reports, for administrators: totals, days, hours, and lists by report and by user. */
export function UsagePanel({ report }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const path = usePathname();
  const list = useListAddress({ sorts: usageSorts, filters: ['by', 'days', 'never'], memory: 'page_report' });
  const { values } = list;
  const days = periods.find((period) => period === values.days) ?? defaultPeriod;
  const by: UsageKind = values.by === 'users' ? 'users' : 'reports';
  const never = values.never === '1';
  const sums = useQuery(usageQuery({ days, ...(report ? { report } : {}) }));
  const input: ListInput = {
    by,
    days,
    page: list.page,
    size: list.size,
    ...(never ? { never: '1' } : {}),
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
  };
  const rows = useQuery({ ...usageListQuery(input), enabled: report === undefined });
  const saved = useListViews({ list: 'usage', address: list });
  const { page: _, size: __, ...wanted } = input;
  const hrefWith = (change: Parameters<typeof changedSearch>[1]) =>
    `${path}${changedSearch(stringifySearch(values), { ...change, page: undefined, saved: undefined })}`;

  const columns: Column<UsageRow>[] = [
    {
      id: 'name',
      header: t(`usage.column.${by}`),
      rowHeader: true,
      sortable: true,
      phone: 'name',
      cell: (row) => (by === 'reports' ? <UiLink href={`/${row.id}/management/view`}>{row.name}</UiLink> : row.name),
    },
    {
      id: 'place',
      header: t(by === 'reports' ? 'usage.column.group' : 'usage.column.email'),
      muted: true,
      cell: (row) => row.place ?? '–',
    },
    {
      id: 'views',
      header: t('usage.column.views'),
      align: 'right',
      sortable: true,
      phone: 'fact',
      cell: (row) => formatNumber(language, row.views),
    },
    {
      id: 'others',
      header: t(by === 'reports' ? 'usage.column.viewers' : 'usage.column.opened'),
      align: 'right',
      sortable: true,
      cell: (row) => formatNumber(language, row.others),
    },
    { id: 'time', header: t('usage.column.time'), align: 'right', sortable: true, cell: (row) => durationWords(language, row.seconds) },
    {
      id: 'last',
      header: t('usage.column.last'),
      sortable: true,
      phone: 'fact',
      cell: (row) => <span className="num">{row.lastAt ? formatDateTime(language, new Date(row.lastAt), zone) : '–'}</span>,
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/usage/{by}/export', { ...wanted, part }), { columns, choice: saved.choice });
  if (sums.error && !sums.data) {
    return (
      <ErrorState
        text={errorText(sums.error)}
        requestId={sums.error instanceof ApiError ? sums.error.requestId : null}
        onRetry={() => void sums.refetch()}
      />
    );
  }
  const data = sums.data;
  return (
    <>
      <div className="usage-chips">
        <PeriodChips value={days} onChange={(next) => list.refine({ days: next === defaultPeriod ? undefined : next })} />
      </div>
      {data ? (
        <>
          <Facts
            facts={[
              {
                id: 'views',
                label: t('usage.fact.views'),
                value: formatNumber(language, data.views),
                now: data.views,
                before: data.before.views,
              },
              {
                id: 'viewers',
                label: t('usage.fact.viewers', { all: formatNumber(language, data.people) }),
                value: formatNumber(language, data.viewers),
                now: data.viewers,
                before: data.before.viewers,
              },
              { id: 'time', label: t('usage.fact.time'), value: durationWords(language, data.seconds) },
              ...(report
                ? []
                : [
                    {
                      id: 'opened',
                      label: t('usage.fact.opened', { all: formatNumber(language, data.reports) }),
                      value: formatNumber(language, data.opened),
                    },
                  ]),
            ]}
          />
          <div className="usage-charts">
            <section aria-label={t('usage.byDay')}>
              <h2>{t('usage.byDay')}</h2>
              <DayBars
                caption={t('usage.byDay')}
                heads={[t('usage.day'), t('usage.column.views')]}
                bars={dayBars(language, data.days)}
                format={(value) => formatNumber(language, value, 0)}
              />
            </section>
            <section aria-label={t('usage.byHour')}>
              <h2>{t('usage.byHour')}</h2>
              <DayBars
                caption={t('usage.byHour')}
                heads={[t('usage.hour'), t('usage.column.views')]}
                bars={hourBars(language, data.hours)}
                format={(value) => formatNumber(language, value, 0)}
                width={340}
                height={180}
              />
            </section>
          </div>
        </>
      ) : (
        <ListSkeleton count={3} onRetry={() => void sums.refetch()} />
      )}
      {!report && (
        <>
          <ListViews saved={saved} label={t('usage.views')}>
            {(['reports', 'users'] as const).map((each) => (
              <Chip
                key={each}
                href={hrefWith({ by: each === 'users' ? each : undefined, never: undefined, sort: undefined, search: undefined })}
                on={by === each && !never && !saved.current}
              >
                {t(`usage.view.${each}`)}
              </Chip>
            ))}
            <Chip href={hrefWith({ by: undefined, never: '1', sort: undefined })} on={never && by === 'reports' && !saved.current}>
              {t('usage.view.neverReports')}
            </Chip>
            <Chip href={hrefWith({ by: 'users', never: '1', sort: undefined })} on={never && by === 'users' && !saved.current}>
              {t('usage.view.neverUsers')}
            </Chip>
          </ListViews>
          <DataTable
            caption={t(`usage.view.${by}`)}
            columns={columns}
            rows={rows.data?.items}
            rowId={(row) => row.id}
            rowName={(row) => row.name}
            fetching={rows.isPlaceholderData}
            failure={
              rows.error && !rows.data
                ? {
                    text: errorText(rows.error),
                    requestId: rows.error instanceof ApiError ? rows.error.requestId : null,
                    onRetry: () => void rows.refetch(),
                  }
                : null
            }
            sort={list.sort ?? { column: 'views', direction: 'desc' }}
            onSort={list.onSort}
            paging={list.paging(rows.data)}
            search={{ value: list.search, label: t(`usage.search.${by}`), onChange: list.onSearch }}
            filters={[]}
            onClearFilters={() => list.refine({ search: undefined, never: undefined })}
            tools={<ExportMenu file={file} />}
            columnChoice={saved.choice}
            onColumnChoice={saved.choose}
            empty={
              list.search ? (
                <FilteredEmpty filters={list.search} onClear={() => list.refine({ search: undefined })} />
              ) : (
                <EmptyState text={t(never ? 'usage.noneNever' : 'usage.empty')} />
              )
            }
          />
        </>
      )}
    </>
  );
}
