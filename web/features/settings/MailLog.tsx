import { formatNumber } from '../../../domain/format/number.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { getDays, useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { DateRangeFilter, useDateRangeChip } from '../../ui/table/DateRangeFilter.tsx';
import type { DayRange } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { mailLogInput, mailLogOptions, mailLogQuery, mailStates } from './loader.ts';
import { mailColumns } from './mail-columns.tsx';

/** The outgoing messages, with the mail server's responses. */
export function MailLog() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(mailLogOptions);
  const input = mailLogInput(list);
  const filter = withoutPage(input);
  const { state } = input;
  const when = {
    label: t('mailLog.at'),
    value: getDays(list.values),
    onChange: ({ from, to }: DayRange) => list.refine({ from, to }),
  };
  const whenChip = useDateRangeChip('at', when);
  const saved = useListViews({ list: 'mails', address: list, hidden: ['person', 'via', 'attempts'] });
  const getHref = (next: string | undefined) =>
    `/setting${changedSearch(stringifySearch(list.values), { state: next, page: undefined, saved: undefined })}`;
  const columns = mailColumns({ t, language, zone });
  const file = useTableFile((part) => call('GET /api/auth/mail/log/export', { ...filter, part }), { columns, choice: saved.choice });
  return (
    <ListTable
      list={list}
      query={mailLogQuery(input)}
      caption={t('mailLog.caption')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.address}
      order={{ column: 'at', direction: 'desc' }}
      searchLabel={t('mailLog.search')}
      file={file}
      saved={saved}
      filters={whenChip}
      addFilter={whenChip.length === 0 && <DateRangeFilter {...when} />}
      above={(answer) => (
        <ListViews saved={saved} label={t('mailLog.views')}>
          {(['all', ...mailStates] as const).map((each) => (
            <Chip
              key={each}
              href={getHref(each === 'all' ? undefined : each)}
              on={each === (state ?? 'all') && !saved.current}
              count={answer && formatNumber(language, answer.counts[each])}
            >
              {t(`mailLog.view.${each}`)}
            </Chip>
          ))}
        </ListViews>
      )}
      empty={state ? <FilteredEmpty filters={t(`mailLog.view.${state}`)} onClear={list.clear} /> : <EmptyState text={t('mailLog.empty')} />}
    />
  );
}
