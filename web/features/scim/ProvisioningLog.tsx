import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { logViews } from '../../../domain/scim/limits.ts';
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
import type { Column, DayRange } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { logOptions, logQuery, toLogInput } from './loader.ts';
import type { LogRow } from './queries.ts';

const told = ['uniqueness', 'invalidValue', 'invalidFilter', 'invalidPath', 'invalidSyntax', 'noTarget', 'mutability'] as const;
const ours = ['last_administrator', 'user_limit_reached'] as const;

/** The directory's changes and refused calls, with the reason. */
export function ProvisioningLog() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(logOptions);
  const input = toLogInput(list);
  const filter = withoutPage(input);
  const { view } = filter;
  const when = { label: t('scim.log.at'), value: getDays(list.values), onChange: ({ from, to }: DayRange) => list.refine({ from, to }) };
  const whenChip = useDateRangeChip('at', when);
  const saved = useListViews({ list: 'scim-log', address: list, hidden: ['ip'] });
  const reason = (row: LogRow) => {
    const own = ours.find((each) => each === row.code);
    if (own) return t(own);
    const code = told.find((each) => each === row.code);
    return code ? t(`scim.code.${code}`) : t('scim.code.other');
  };
  const columns: Column<LogRow>[] = [
    { id: 'name', header: t('scim.log.name'), rowHeader: true, phone: 'name', cell: (row) => <b>{row.name || row.rowId || '–'}</b> },
    {
      ...{ id: 'what', header: t('scim.log.what'), phone: 'fact' as const },
      cell: (row) => (
        <span>
          {t(`scim.kind.${row.kind}`)} <span className="mono small muted">{row.method}</span>
        </span>
      ),
    },
    {
      ...{ id: 'outcome', header: t('scim.log.outcome'), phone: 'status' as const },
      cell: (row) => (
        <Badge
          tone={row.status < 400 ? 'ok' : 'err'}
        >{`${t(row.status < 400 ? 'scim.log.done' : 'scim.log.refused')} ${row.status}`}</Badge>
      ),
    },
    {
      ...{ id: 'at', header: t('scim.log.at'), sortable: true, muted: true, phone: 'fact' as const },
      cell: (row) => <span className="num">{formatDateTime(language, new Date(row.at), zone)}</span>,
    },
    {
      ...{ id: 'detail', header: t('scim.log.reason'), phone: 'fact' as const },
      cell: (row) =>
        row.status < 400 ? (
          row.code === 'email_taken' ? (
            t('scim.code.email_taken')
          ) : row.code === 'members_gone' ? (
            <span className="scim-why">
              <span>{t('scim.code.members_gone')}</span>
              <span className="small muted" lang="en">
                {row.detail}
              </span>
            </span>
          ) : (
            <span className="scim-none">–</span>
          )
        ) : (
          <span className="scim-why">
            <span>{reason(row)}</span>
            {row.detail && (
              <span className="small muted" lang="en">
                {row.detail}
              </span>
            )}
          </span>
        ),
    },
    { id: 'token', header: t('scim.log.token'), muted: true, cell: (row) => row.token ?? '–' },
    { id: 'ip', header: t('scim.log.ip'), muted: true, cell: (row) => <span className="mono">{row.ip ?? '–'}</span> },
  ];
  const file = useTableFile((part) => call('GET /api/auth/scim/log/export', { ...filter, part }), { columns, choice: saved.choice });
  const getHref = (next: string) =>
    `/azure/saml${changedSearch(stringifySearch(list.values), { view: next === 'all' ? undefined : next, page: undefined, saved: undefined })}`;
  return (
    <ListTable
      list={list}
      query={logQuery(input)}
      above={(answer) => (
        <ListViews saved={saved} label={t('scim.log.views')}>
          {logViews.map((each) => (
            <Chip
              key={each}
              href={getHref(each)}
              on={each === view && !saved.current}
              count={answer && formatNumber(language, answer.counts[each])}
            >
              {t(`scim.view.${each}`)}
            </Chip>
          ))}
        </ListViews>
      )}
      caption={t('scim.part.log')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name || row.id}
      order={{ column: 'at', direction: 'desc' }}
      searchLabel={t('scim.log.search')}
      filters={whenChip}
      addFilter={whenChip.length === 0 && <DateRangeFilter {...when} />}
      file={file}
      saved={saved}
      empty={
        view === 'all' ? <EmptyState text={t('scim.log.empty')} /> : <FilteredEmpty filters={t(`scim.view.${view}`)} onClear={list.clear} />
      }
    />
  );
}
