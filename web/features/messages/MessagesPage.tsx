import { changedSearch, stringifySearch, usePathname } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { inputOfList, useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useManageCrumb } from '../../app/shell/use-shell.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconArrowBackUp } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { messageColumns } from './columns.tsx';
import { listOptions, type MessageRow, messagesQuery } from './loader.ts';
import { MessageDrawer } from './MessageDrawer.tsx';
import { MessageView, useRecall } from './MessageView.tsx';
import { getSubject } from './words.ts';
import './messages.css';

/** `/notifications?tab=sent`: the messages that were sent, and a new one; `?message=` opens one. */
export function MessagesPage() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const path = usePathname();
  const list = useListAddress(listOptions);
  const recall = useRecall();
  const filter = withoutPage(inputOfList(list));
  const opened = list.values.message;
  useBreadcrumb([...useManageCrumb(), { label: t('messages.title') }]);
  const open = (message: string | undefined) => list.change({ message });
  const href = (row: MessageRow) => `${path}${changedSearch(stringifySearch(list.values), { message: row.id })}`;
  const columns = messageColumns({ t, language, zone, href });
  const file = useTableFile((part) => call('GET /api/auth/messages/export', { ...filter, part }), { columns });
  const newButton = (
    <Button kind="primary" onClick={() => open('new')}>
      {t('messages.new')}
    </Button>
  );
  return (
    <div className="page messages">
      <PageHeader title={t('messages.title')} text={t('messages.intro')} />
      <ListTable
        list={list}
        query={messagesQuery(inputOfList(list))}
        caption={t('messages.title')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => getSubject(row.subjects, language)}
        searchLabel={t('messages.search')}
        file={file}
        tools={newButton}
        rowActions={(row) =>
          row.recallUntil ? [{ id: 'recall', label: t('messages.recall'), icon: IconArrowBackUp, onClick: () => void recall(row) }] : []
        }
        onOpen={(row) => open(row.id)}
        onCreate={() => open('new')}
        empty={
          list.search ? (
            <FilteredEmpty filters={list.search} onClear={list.clear} />
          ) : (
            <EmptyState text={t('messages.empty')} action={newButton} />
          )
        }
      />
      <MessageDrawer opened={opened === 'new'} onClose={() => open(undefined)} />
      {opened && opened !== 'new' && <MessageView key={opened} id={opened} opened onClose={() => open(undefined)} />}
    </div>
  );
}
