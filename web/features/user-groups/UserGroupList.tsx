import { formatNumber } from '../../../domain/format/number.ts';
import { userGroupViews } from '../../../domain/user-groups/limits.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { type Chosen, ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconCopy, IconHistory, IconPencil, IconReportAnalytics, IconRestore, IconTrash, IconUsers } from '../../ui/icons.ts';
import type { BulkAction, RowAction } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { basePath, type Tab, type UserGroupsAddress } from './address.ts';
import { getColumns } from './columns.tsx';
import { listQuery } from './loader.ts';
import type { Row } from './queries.ts';
import { useChangeUserGroups } from './use-change-user-groups.ts';

type Props = { address: UserGroupsAddress; onDelete: (rows: readonly Row[], onDone: () => void) => void };

/** The list of user groups in all its states; all filters are in the address. */
export function UserGroupList({ address, onDelete }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { list, input } = address;
  const { change } = useChangeUserGroups();
  const filter = withoutPage(input);
  const { view } = filter;
  const saved = useListViews({ list: 'user-groups', address: list, hidden: ['created'] });

  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `${basePath}${changedSearch(stringifySearch(list.values), params)}`;
  const open = (row: Row, tab?: Tab) => list.change({ id: row.id, tab, new: undefined, from: undefined });
  const create = () => list.change({ new: '1', id: undefined, tab: undefined, from: undefined });
  const bulkActions = ({ rows, clear }: Chosen<Row>): BulkAction[] => [
    view === 'deleted'
      ? {
          id: 'restore',
          label: t('userGroups.action.restore'),
          icon: IconRestore,
          onClick: () => void change('restore', rows).then(clear),
        }
      : { id: 'delete', label: t('userGroups.action.delete'), icon: IconTrash, onClick: () => onDelete(rows, clear) },
  ];
  const rowActions = (row: Row, done: () => void): RowAction[] => {
    const past: RowAction = { id: 'history', label: t('userGroups.tab.history'), icon: IconHistory, onClick: () => open(row, 'history') };
    if (row.deleted)
      return [
        {
          id: 'restore',
          label: t('userGroups.action.restore'),
          icon: IconRestore,
          onClick: () => void change('restore', [row]).then(done),
        },
        past,
      ];
    return [
      { id: 'edit', label: t('userGroups.action.edit'), icon: IconPencil, onClick: () => open(row) },
      { id: 'members', label: t('userGroups.tab.members'), icon: IconUsers, onClick: () => open(row, 'members') },
      { id: 'reports', label: t('userGroups.tab.reports'), icon: IconReportAnalytics, onClick: () => open(row, 'reports') },
      {
        id: 'duplicate',
        label: t('userGroups.action.duplicate'),
        icon: IconCopy,
        onClick: () => list.change({ new: '1', from: row.id, id: undefined, tab: undefined }),
      },
      past,
      {
        id: 'delete',
        label: t('userGroups.action.delete'),
        icon: IconTrash,
        danger: true,
        onClick: () => onDelete([row], done),
      },
    ];
  };
  const columns = getColumns({ t, language, zone, getHref: (row) => hrefWith({ id: row.id, tab: undefined }) });
  const file = useTableFile((part) => call('GET /api/auth/user-groups/export', { ...filter, part }), { columns, choice: saved.choice });
  return (
    <ListTable
      list={list}
      query={listQuery(input)}
      above={(answer) => (
        <ListViews saved={saved} label={t('userGroups.views')}>
          {userGroupViews.map((each) => (
            <Chip
              key={each}
              href={hrefWith({ view: each === 'all' ? undefined : each, page: undefined, saved: undefined })}
              on={!saved.current && each === view}
              count={answer && formatNumber(language, answer.counts[each])}
            >
              {t(`userGroups.view.${each}`)}
            </Chip>
          ))}
        </ListViews>
      )}
      caption={t('userGroups.title')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      searchLabel={t('userGroups.search')}
      file={file}
      saved={saved}
      bulkActions={bulkActions}
      rowActions={rowActions}
      onOpen={(row) => open(row)}
      onCreate={create}
      empty={
        view === 'all' ? (
          <EmptyState
            text={t('userGroups.empty')}
            action={
              <Button kind="primary" onClick={create}>
                {t('userGroups.new')}
              </Button>
            }
          />
        ) : (
          <FilteredEmpty filters={t(`userGroups.view.${view}`)} onClear={list.clear} />
        )
      }
    />
  );
}
