import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { AnswerRow } from '../../../domain/questionnaire/contract.ts';
import { positions } from '../../../domain/users/person.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import type { Column } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { answersQuery } from './queries.ts';

const sorts = ['answered'] as const;

/** The users' answers, for administrators: counts and names (`/setting?area=questionnaire`). */
export function AnswersCard() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress({ sorts, filters: ['answer'] });
  const answer = positions.find((each) => each === list.values.answer);
  const filter = {
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
    ...(answer ? { answer } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useQuery(answersQuery({ page: list.page, size: list.size, ...filter }));
  const saved = useListViews({ list: 'answers', address: list });
  const hrefOf = (next: string | undefined) =>
    `/setting${changedSearch(stringifySearch(list.values), { answer: next, page: undefined, saved: undefined })}`;
  const columns: Column<AnswerRow>[] = [
    { id: 'name', header: t('questionnaire.name'), rowHeader: true, phone: 'name', cell: (row) => <b>{row.name}</b> },
    { id: 'answer', header: t('questionnaire.answer'), phone: 'fact', cell: (row) => row.other ?? t(`questionnaire.option.${row.answer}`) },
    { id: 'email', header: t('signIns.email'), muted: true, cell: (row) => row.email },
    {
      id: 'answered',
      header: t('questionnaire.at'),
      sortable: true,
      muted: true,
      cell: (row) => <span className="num">{formatDateTime(language, new Date(row.at), zone)}</span>,
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/questionnaire/export', { ...filter, part }), { columns, choice: saved.choice });
  return (
    <>
      <ListViews saved={saved} label={t('questionnaire.answer')}>
        <Chip href={hrefOf(undefined)} on={!answer && !saved.current}>
          {t('questionnaire.all')}
        </Chip>
        {positions.map((each) => (
          <Chip
            key={each}
            href={hrefOf(each)}
            on={each === answer && !saved.current}
            count={data && formatNumber(language, data.counts[each])}
          >
            {t(`questionnaire.option.${each}`)}
          </Chip>
        ))}
      </ListViews>
      {data && <p className="small muted">{t('questionnaire.silent', { count: data.silent })}</p>}
      <DataTable
        caption={t('questionnaire.caption')}
        columns={columns}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort ?? { column: 'answered', direction: 'desc' }}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('signIns.search'), onChange: list.onSearch }}
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        empty={
          answer || list.search ? (
            <FilteredEmpty filters={t('signIns.filtered')} onClear={list.clear} />
          ) : (
            <EmptyState text={t('questionnaire.empty')} />
          )
        }
      />
    </>
  );
}
