import { useSuspenseQuery } from '@tanstack/react-query';
import { isOn } from '../../../domain/contract/flag.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { readerViews } from '../../../domain/notices/state.ts';
import { changedSearch, stringifySearch, usePathname } from '../../app/address/address.ts';
import { inputOfList, useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconArrowLeft } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { Column } from '../../ui/table/types.ts';
import { noticeQuery, readersQuery } from './queries.ts';

const sorts = ['name', 'unit', 'at'] as const;
type Row = Awaited<ReturnType<NonNullable<ReturnType<typeof readersQuery>['queryFn']>>>['items'][number];

/** Who acknowledged or dismissed a notice or still has to acknowledge it, in the units below too, with search, order and file. */
export function Readers({ id }: { id: string }) {
  return (
    <Reading>
      <List id={id} />
    </Reading>
  );
}

function List({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const path = usePathname();
  const { data: notice } = useSuspenseQuery(noticeQuery(id));
  const list = useListAddress({ sorts, filters: ['view'] });
  const views = readerViews.filter((each) => each !== 'missing' || isOn(notice.mustAcknowledge));
  const view = views.find((known) => known === list.values.view) ?? 'acknowledged';
  const input = { id, ...inputOfList(list), view };
  const filter = withoutPage(input);
  const answeredAt = (header: string): Column<Row> => ({
    ...{ id: 'at', header, sortable: true, phone: 'fact' },
    cell: (row) => <span className="num">{row.at && formatDateTime(language, new Date(row.at), zone)}</span>,
  });
  const columns: Column<Row>[] = [
    { id: 'name', header: t('notices.reader'), rowHeader: true, sortable: true, phone: 'name', cell: (row) => <b>{row.name}</b> },
    { id: 'email', header: t('signIns.email'), muted: true, cell: (row) => row.email },
    { id: 'unit', header: t('notices.unit'), sortable: true, phone: 'fact', cell: (row) => row.unit },
    ...(view === 'missing' ? [] : [answeredAt(t(`notices.at.${view}`))]),
  ];
  const file = useTableFile((part) => call('GET /api/auth/notices/{id}/readers/export', { ...filter, part }), { columns });
  const getHref = (next: string) => {
    const change = { view: next === 'acknowledged' ? undefined : next, sort: undefined, page: undefined };
    return `${path}${changedSearch(stringifySearch(list.values), change)}`;
  };
  return (
    <>
      <PageHeader
        title={notice.title}
        text={t('notices.readersIntro')}
        actions={
          <ButtonLink href={`${path}?tab=notices`} icon={IconArrowLeft}>
            {t('notices.back')}
          </ButtonLink>
        }
      />
      <ListTable
        list={list}
        query={readersQuery(input)}
        caption={t('notices.readers')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        order={view === 'missing' ? { column: 'name', direction: 'asc' } : { column: 'at', direction: 'desc' }}
        searchLabel={t('notices.searchReaders')}
        file={file}
        above={(answer) => (
          <>
            <nav className="row row-wrap notice-views" aria-label={t('notices.readers')}>
              {views.map((each) => (
                <Chip key={each} href={getHref(each)} on={each === view} count={answer && formatNumber(language, answer.counts[each])}>
                  {t(`notices.readers.${each}`)}
                </Chip>
              ))}
            </nav>
            {answer && (
              <p className="small muted notices-addressed">
                {t(isOn(notice.audienceBelow) ? 'notices.addressedBelow' : 'notices.addressed', { count: answer.addressed })}
              </p>
            )}
          </>
        )}
        empty={
          list.search ? <FilteredEmpty filters={list.search} onClear={list.clear} /> : <EmptyState text={t(`notices.noReaders.${view}`)} />
        }
      />
    </>
  );
}
