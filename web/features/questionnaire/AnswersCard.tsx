import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { AnswerRow } from '../../../domain/questionnaire/contract.ts';
import { positions } from '../../../domain/users/person.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import type { Column } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { answersQuery, listOptions, toInput } from './loader.ts';

/** The users' answers, for administrators: counts and names (`/setting?area=questionnaire`). */
export function AnswersCard() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(listOptions);
  const input = toInput(list);
  const filter = withoutPage(input);
  const { answer } = filter;
  const saved = useListViews({ list: 'answers', address: list });
  const getHref = (next: string | undefined) =>
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
    <ListTable
      list={list}
      query={answersQuery(input)}
      above={(read) => (
        <>
          <ListViews saved={saved} label={t('questionnaire.answer')}>
            <Chip href={getHref(undefined)} on={!answer && !saved.current}>
              {t('questionnaire.all')}
            </Chip>
            {positions.map((each) => (
              <Chip
                key={each}
                href={getHref(each)}
                on={each === answer && !saved.current}
                count={read && formatNumber(language, read.counts[each])}
              >
                {t(`questionnaire.option.${each}`)}
              </Chip>
            ))}
          </ListViews>
          {read && <p className="small muted">{t('questionnaire.silent', { count: read.silent })}</p>}
        </>
      )}
      caption={t('questionnaire.caption')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      order={{ column: 'answered', direction: 'desc' }}
      searchLabel={t('signIns.search')}
      file={file}
      saved={saved}
      empty={
        answer || list.search ? (
          <FilteredEmpty filters={t('signIns.filtered')} onClear={list.clear} />
        ) : (
          <EmptyState text={t('questionnaire.empty')} />
        )
      }
    />
  );
}
