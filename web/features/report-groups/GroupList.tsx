import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { GroupRow } from '../../../domain/report-groups/contract.ts';
import { textNames } from '../../../domain/report-groups/fields.ts';
import { changedSearch, stringifySearch, useGo } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconEye, IconEyeOff, IconRestore, IconTrash } from '../../ui/icons.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { nothingSelected } from '../../ui/table/selection.ts';
import type { BulkAction, Selection } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { columnsOf } from './columns.tsx';
import { GroupFilter } from './GroupFilter.tsx';
import { addressOf, type ChangeAction, type Kind, parametersOf, wordOf } from './kind.ts';
import { everyRow, knownRows, listQuery, oneQuery } from './queries.ts';
import { rowActionsOf } from './row-actions.ts';
import { useChangeGroups } from './use-change-groups.ts';
import type { GroupsAddress } from './use-groups-address.ts';
import { useOrderGroups } from './use-order-groups.ts';
import { ViewChips } from './ViewChips.tsx';

type Props = {
  kind: Kind;
  address: GroupsAddress;
  onDelete: (rows: readonly GroupRow[], onDone: () => void) => void;
  onMaintain: (row: GroupRow) => void;
};

/** The list of groups or sub-groups in all its states; all filters are in the address. */
export function GroupList({ kind, address, onDelete, onMaintain }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const go = useGo();
  const { list, view, of, input, orderable } = address;
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(kind, input));
  const group = useQuery({ ...oneQuery('groups', of ?? ''), enabled: of !== undefined, staleTime: 60_000 });
  const { change } = useChangeGroups(kind);
  const order = useOrderGroups(kind, input);
  const { page: _, size: __, ...filter } = input;
  const saved = useListViews({ list: kind, address: list, hidden: [...textNames, 'created'] });
  const [chosen, setChosen] = useState<Selection & { under: string }>({ ...nothingSelected, under: '' });

  // A selection is valid only for the filter it was made under.
  const under = JSON.stringify(filter);
  const selection: Selection = chosen.under === under ? chosen : nothingSelected;
  const select = (next: Selection) => setChosen({ ...next, under });

  // Deleted rows can leave the page beyond the end; the last page is shown then.
  const lastPage = data && !isPlaceholderData && data.items.length === 0 && data.total > 0 ? data.pages : null;
  useEffect(() => {
    if (lastPage !== null && list.page > lastPage) list.change({ page: String(lastPage) }, { replace: true });
  });

  const hrefWith = (params: Parameters<typeof changedSearch>[1]) =>
    `${addressOf.groups}${changedSearch(stringifySearch(list.values), params)}`;
  const open = (row: GroupRow, panel?: 'history') => list.change({ id: row.id, panel, new: undefined });
  const create = () => list.change({ new: '1', id: undefined });

  const rowsOf = async (which: Selection): Promise<GroupRow[]> => {
    const known = knownRows(client, kind);
    const rows = [...which.ids].map((id) => known.get(id));
    if (!which.all && rows.every((row) => row !== undefined)) return rows;
    const every = await everyRow(kind, filter);
    return which.all ? every : every.filter((row) => which.ids.has(row.id));
  };
  const bulk = (action: ChangeAction) => async (which: Selection) => {
    const rows = await rowsOf(which);
    if (action === 'delete') return onDelete(rows, () => select(nothingSelected));
    await change(action, rows);
    select(nothingSelected);
  };
  const bulkActions: BulkAction[] =
    view === 'deleted'
      ? [{ id: 'restore', label: t('groups.action.restore'), icon: IconRestore, onClick: bulk('restore') }]
      : [
          { id: 'show', label: t('groups.action.show'), icon: IconEye, onClick: bulk('show') },
          { id: 'hide', label: t('groups.action.hide'), icon: IconEyeOff, onClick: bulk('hide') },
          { id: 'delete', label: t('groups.action.delete'), icon: IconTrash, onClick: bulk('delete') },
        ];
  const word = wordOf(kind);
  const columns = columnsOf(kind, { t, language, zone, editHref: (row) => hrefWith({ id: row.id }) });
  const file = useTableFile((part) => call('GET /api/auth/{kind}/export', { kind, ...filter, part }), { columns, choice: saved.choice });
  return (
    <>
      <ListViews saved={saved} label={t('groups.views')}>
        <ViewChips
          view={saved.current ? null : view}
          counts={data?.counts}
          hrefOf={(next) => hrefWith({ ...parametersOf(next), page: undefined, saved: undefined })}
        />
      </ListViews>
      <DataTable
        caption={t(`groups.tab.${kind}`)}
        columns={columns}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t(`groups.search.${kind}`), onChange: list.onSearch }}
        filters={
          of === undefined
            ? []
            : [
                {
                  id: 'of',
                  label: t('groups.filter.ofGroup', { name: group.data?.name ?? data?.items[0]?.groupName ?? '…' }),
                  onRemove: () => list.refine({ of: undefined }),
                },
              ]
        }
        addFilter={kind === 'subgroups' && <GroupFilter onChoose={(id) => list.refine({ of: id })} />}
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        selection={{ ...selection, onChange: select, allowAll: true }}
        bulkActions={bulkActions}
        rowActions={(row) =>
          rowActionsOf(row, {
            t,
            go,
            edit: open,
            history: (which) => open(which, 'history'),
            maintain: onMaintain,
            change: (action, which) => void change(action, [which]),
            remove: (which) => onDelete([which], () => select(nothingSelected)),
          })
        }
        onOpen={open}
        onCreate={create}
        onReorder={orderable ? (ids) => void order(ids) : undefined}
        empty={
          view === 'all' ? (
            <EmptyState
              text={t(`groups.${word}.empty`)}
              action={
                <Button kind="primary" onClick={create}>
                  {t(`groups.${word}.new`)}
                </Button>
              }
            />
          ) : (
            <FilteredEmpty filters={t(`groups.view.${view}`)} onClear={list.clear} />
          )
        }
      />
    </>
  );
}
