import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../../domain/format/number.ts';
import { userGroupViews } from '../../../domain/user-groups/limits.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconCopy, IconHistory, IconPencil, IconReportAnalytics, IconRestore, IconTrash, IconUsers } from '../../ui/icons.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { nothingSelected } from '../../ui/table/selection.ts';
import type { BulkAction, RowAction, Selection } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { basePath, type Tab, type UserGroupsAddress } from './address.ts';
import { columnsOf } from './columns.tsx';
import { listQuery, type Row } from './queries.ts';
import { useChangeUserGroups } from './use-change-user-groups.ts';

type Props = { address: UserGroupsAddress; onDelete: (rows: readonly Row[], onDone: () => void) => void };

/** The list of user groups in all its states; all filters are in the address. */
export function UserGroupList({ address, onDelete }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { list, view, input } = address;
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(input));
  const { change } = useChangeUserGroups();
  const { page: _, size: __, ...filter } = input;
  const saved = useListViews({ list: 'user-groups', address: list, hidden: ['created'] });
  const [chosen, setChosen] = useState<Selection & { under: string }>({ ...nothingSelected, under: '' });
  const under = JSON.stringify(input);
  const selection: Selection = chosen.under === under ? chosen : nothingSelected;
  const select = (next: Selection) => setChosen({ ...next, under });

  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `${basePath}${changedSearch(stringifySearch(list.values), params)}`;
  const open = (row: Row, tab?: Tab) => list.change({ id: row.id, tab, new: undefined, from: undefined });
  const create = () => list.change({ new: '1', id: undefined, tab: undefined, from: undefined });
  const rowsOf = ({ ids }: Selection) => (data?.items ?? []).filter((row) => ids.has(row.id));
  const bulkActions: BulkAction[] =
    view === 'deleted'
      ? [
          {
            id: 'restore',
            label: t('userGroups.action.restore'),
            icon: IconRestore,
            onClick: (which) => void change('restore', rowsOf(which)).then(() => select(nothingSelected)),
          },
        ]
      : [
          {
            id: 'delete',
            label: t('userGroups.action.delete'),
            icon: IconTrash,
            onClick: (which) => onDelete(rowsOf(which), () => select(nothingSelected)),
          },
        ];
  const rowActions = (row: Row): RowAction[] => {
    const past: RowAction = { id: 'history', label: t('userGroups.tab.history'), icon: IconHistory, onClick: () => open(row, 'history') };
    if (row.deleted)
      return [
        { id: 'restore', label: t('userGroups.action.restore'), icon: IconRestore, onClick: () => void change('restore', [row]) },
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
        onClick: () => onDelete([row], () => select(nothingSelected)),
      },
    ];
  };
  const columns = columnsOf({ t, language, zone, hrefOf: (row) => hrefWith({ id: row.id, tab: undefined }) });
  const file = useTableFile((part) => call('GET /api/auth/user-groups/export', { ...filter, part }), { columns, choice: saved.choice });
  const failure = listFailure({ error, data, refetch });
  return (
    <>
      <ListViews saved={saved} label={t('userGroups.views')}>
        {userGroupViews.map((each) => (
          <Chip
            key={each}
            href={hrefWith({ view: each === 'all' ? undefined : each, page: undefined, saved: undefined })}
            on={!saved.current && each === view}
            count={data && formatNumber(language, data.counts[each])}
          >
            {t(`userGroups.view.${each}`)}
          </Chip>
        ))}
      </ListViews>
      <DataTable
        caption={t('userGroups.title')}
        columns={columns}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        fetching={isPlaceholderData}
        failure={failure}
        sort={list.sort}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('userGroups.search'), onChange: list.onSearch }}
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        selection={{ ...selection, onChange: select }}
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
    </>
  );
}
