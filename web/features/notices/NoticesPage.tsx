import { useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { isOpen, noticeViews } from '../../../domain/notices/state.ts';
import { changedSearch, stringifySearch, usePathname, useSearchValues } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { acting } from '../../app/session/acting.ts';
import { useWho } from '../../app/session/session.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconEye, IconPencil, IconTrash, IconUsers, IconX } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { RowAction } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { noticeColumns } from './columns.tsx';
import { FromAbove } from './FromAbove.tsx';
import { listOptions, noticesQuery, toInput } from './loader.ts';
import { NoticeDrawer } from './NoticeDrawer.tsx';
import type { NoticeRow } from './notice-draft.ts';
import { Readers } from './Readers.tsx';
import { useChangeNotice } from './use-change-notice.ts';
import './notices.css';

/** The tab of notices: the list, or who dismissed or acknowledged one (`readers`). */
export function NoticesPage() {
  const { t } = useTranslation();
  const { readers } = useSearchValues();
  useBreadcrumb([{ label: t('inbox.title'), href: '/notifications' }, { label: t('notices.title') }]);
  return <div className="page notices">{readers ? <Readers key={readers} id={readers} /> : <NoticeList />}</div>;
}

/** All notices of the unit; view, search, order and open drawer (`notice`) are in the address. */
function NoticeList() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const path = usePathname();
  const list = useListAddress(listOptions);
  const input = toInput(list);
  const filter = withoutPage(input);
  const { view } = input;
  const { withdraw, remove } = useChangeNotice();
  const opened = list.values.notice;
  const [shown, setShown] = useState<{ id: string | null; opening: number } | null>(null);
  if (opened && (!shown || shown.id !== (opened === 'new' ? null : opened)))
    setShown({ id: opened === 'new' ? null : opened, opening: (shown?.opening ?? 0) + 1 });

  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `${path}${changedSearch(stringifySearch(list.values), params)}`;
  const readersHref = ({ id, mustAcknowledge }: NoticeRow) =>
    `${path}${changedSearch('', { tab: 'notices', readers: id, view: isOn(mustAcknowledge) ? undefined : 'dismissed' })}`;
  const columns = noticeColumns({ t, language, zone, editHref: (row) => hrefWith({ notice: row.id }), readersHref });
  const file = useTableFile((part) => call('GET /api/auth/notices/export', { ...filter, part }), { columns });
  const open = (row: NoticeRow) => list.change({ notice: row.id });
  const create = () => {
    setShown((before) => ({ id: null, opening: (before?.opening ?? 0) + 1 }));
    list.change({ notice: 'new' });
  };
  // An agent in a person's session only reads.
  const writes = acting() === null;
  const who = useWho();
  const getActions = (row: NoticeRow): RowAction[] => [
    ...(isOpen(row.state) && writes
      ? [
          { id: 'edit', label: t('notices.action.edit'), icon: IconPencil, onClick: () => open(row) },
          { id: 'withdraw', label: t('notices.action.withdraw'), icon: IconX, onClick: () => void withdraw(row) },
        ]
      : [{ id: 'view', label: t('notices.action.view'), icon: IconEye, onClick: () => open(row) }]),
    ...(isOn(row.mustAcknowledge) || isOn(row.dismissible)
      ? [{ id: 'readers', label: t('notices.action.readers'), icon: IconUsers, onClick: () => list.change({ ...onlyReaders(row) }) }]
      : []),
    ...(writes
      ? [{ id: 'delete', label: t('notices.action.delete'), icon: IconTrash, danger: true, onClick: () => void remove(row) }]
      : []),
  ];
  const onlyReaders = ({ id, mustAcknowledge }: NoticeRow) => ({
    ...{ search: undefined, sort: undefined, page: undefined, notice: undefined, readers: id },
    view: isOn(mustAcknowledge) ? undefined : 'dismissed',
  });
  const newButton = writes && (
    <Button kind="primary" onClick={create}>
      {t('notices.new')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('notices.title')}
        text={
          <>
            {t('notices.intro')}
            {who && can(who, 'maintenance.manage') && (
              <>
                {' '}
                {t('notices.maintenance')} <UiLink href="/management/report?tab=maintenance">{t('notices.maintenance.link')}</UiLink>.
              </>
            )}
          </>
        }
        actions={newButton}
      />
      <ListTable
        list={list}
        query={noticesQuery(input)}
        caption={t('notices.title')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        order={{ column: 'starts', direction: 'desc' }}
        searchLabel={t('notices.search')}
        file={file}
        above={(answer) => (
          <>
            {answer && answer.above.length > 0 && <FromAbove notices={answer.above} />}
            <nav className="row row-wrap notice-views" aria-label={t('notices.views')}>
              {noticeViews.map((each) => (
                <Chip
                  key={each}
                  href={hrefWith({ view: each === 'current' ? undefined : each, page: undefined })}
                  on={each === view}
                  count={answer && formatNumber(language, answer.counts[each])}
                >
                  {t(`notices.view.${each}`)}
                </Chip>
              ))}
            </nav>
          </>
        )}
        rowActions={getActions}
        onOpen={open}
        {...(writes && { onCreate: create })}
        empty={
          list.search ? (
            <FilteredEmpty filters={list.search} onClear={list.clear} />
          ) : (
            <EmptyState text={t(`notices.empty.${view}`)} action={view === 'current' ? newButton || undefined : undefined} />
          )
        }
      />
      {shown && (
        <NoticeDrawer key={shown.opening} opened={opened !== undefined} id={shown.id} onClose={() => list.change({ notice: undefined })} />
      )}
    </>
  );
}
