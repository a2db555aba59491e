import { formatIsoDay } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { defaultPeriod } from '../../../domain/usage/periods.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { DayBars, Spark } from '../../ui/DayBars.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import type { Column } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { Facts } from './Facts.tsx';
import { analyzeOptions, analyzeQuery, toAnalyzeInput } from './loader.ts';
import { PeriodChips } from './PeriodChips.tsx';
import { dayBars, durationWords } from './words.ts';

type Answer = CallOutput<'GET /api/auth/analyze'>;
type Row = Answer['items'][number];

/** Usage of the tenants below, by period, with a daily trend. */
export function TenantsUsage() {
  const { t, language } = useTranslation();
  const address = useListAddress(analyzeOptions);
  // The period is no filter: it stays when the filters are removed.
  const list = { ...address, clear: () => address.refine({ search: undefined, idle: undefined }) };
  const input = toAnalyzeInput(list);
  const filter = withoutPage(input);
  const idle = filter.idle === '1';
  const saved = useListViews({ list: 'analyze', address: list, hidden: ['peak'] });
  const getHref = (on: boolean) =>
    `/analyze${changedSearch(stringifySearch(list.values), { idle: on ? '1' : undefined, page: undefined, saved: undefined })}`;
  const columns: Column<Row>[] = [
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
      cell: (row) => <span className="num">{row.lastDay ? formatIsoDay(language, row.lastDay) : '–'}</span>,
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/analyze/export', { ...filter, part }), { columns, choice: saved.choice });
  return (
    <>
      <div className="usage-chips">
        <PeriodChips value={input.days} onChange={(next) => list.refine({ days: next === defaultPeriod ? undefined : next })} />
      </div>
      <ListTable
        list={list}
        query={analyzeQuery(input)}
        above={(answer) => (
          <>
            {answer && <Sums answer={answer} />}
            <ListViews saved={saved} label={t('usage.views')}>
              <Chip href={getHref(false)} on={!idle && !saved.current}>
                {t('usage.view.all')}
              </Chip>
              <Chip href={getHref(true)} on={idle && !saved.current} count={answer && formatNumber(language, answer.sums.idle)}>
                {t('usage.view.idle')}
              </Chip>
            </ListViews>
          </>
        )}
        caption={t('usage.analyze.title')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        order={{ column: 'views', direction: 'desc' }}
        searchLabel={t('usage.search.tenants')}
        file={file}
        saved={saved}
        empty={
          list.search || idle ? (
            <FilteredEmpty filters={list.search || t('usage.view.idle')} onClear={list.clear} />
          ) : (
            <EmptyState text={t('usage.analyze.empty')} />
          )
        }
      />
    </>
  );
}

function Sums({ answer: { sums, days } }: { answer: Answer }) {
  const { t, language } = useTranslation();
  return (
    <>
      <Facts
        facts={[
          {
            id: 'views',
            label: t('usage.fact.views'),
            value: formatNumber(language, sums.views),
            now: sums.views,
            before: sums.before.views,
          },
          { id: 'time', label: t('usage.fact.time'), value: durationWords(language, sums.seconds) },
          { id: 'tenants', label: t('usage.fact.tenants'), value: formatNumber(language, sums.tenants) },
          { id: 'idle', label: t('usage.fact.idle'), value: formatNumber(language, sums.idle) },
        ]}
      />
      <div className="usage-charts usage-charts-one">
        <section aria-label={t('usage.byDay')}>
          <h2>{t('usage.byDay')}</h2>
          <DayBars
            caption={t('usage.byDay')}
            heads={[t('usage.day'), t('usage.column.views')]}
            bars={dayBars(language, days)}
            format={(value) => formatNumber(language, value, 0)}
          />
        </section>
      </div>
    </>
  );
}
