import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { GroupRow } from '../../../domain/report-groups/contract.ts';
import { textNames } from '../../../domain/report-groups/fields.ts';
import { changedSearch, stringifySearch, useGo } from '../../app/address/address.ts';
import { withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { type Chosen, ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconEye, IconEyeOff, IconRestore, IconTrash } from '../../ui/icons.ts';
import type { BulkAction } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { getColumns } from './columns.tsx';
import { GroupFilter } from './GroupFilter.tsx';
import { addresses, type ChangeAction, getParameters, getWord, type Kind } from './kind.ts';
import { listQuery } from './loader.ts';
import { everyRow, filterGroupQuery, knownRows } from './queries.ts';
import { getRowActions } from './row-actions.ts';
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
  // No suspense: the name on the filter's chip.
  const { data: group } = useQuery({ ...filterGroupQuery(of ?? ''), enabled: of !== undefined });
  const { change } = useChangeGroups(kind);
  const order = useOrderGroups(kind, input);
  const filter = withoutPage(input);
  const saved = useListViews({ list: kind, address: list, hidden: [...textNames, 'created'] });

  const hrefWith = (params: Parameters<typeof changedSearch>[1]) =>
    `${addresses.groups}${changedSearch(stringifySearch(list.values), params)}`;
  const open = (row: GroupRow, panel?: 'history') => list.change({ id: row.id, panel, new: undefined });
  const create = () => list.change({ new: '1', id: undefined });

  const bulkActions = (chosen: Chosen<GroupRow>): BulkAction[] => {
    const getRows = async (): Promise<GroupRow[]> => {
      const known = knownRows(client, kind);
      const rows = [...chosen.ids].map((id) => known.get(id));
      if (!chosen.all && rows.every((row) => row !== undefined)) return rows;
      const every = await everyRow(kind, filter);
      return chosen.all ? every : every.filter((row) => chosen.ids.has(row.id));
    };
    const bulk = (action: ChangeAction) => async () => {
      const rows = await getRows();
      if (action === 'delete') return onDelete(rows, chosen.clear);
      await change(action, rows);
      chosen.clear();
    };
    return view === 'deleted'
      ? [{ id: 'restore', label: t('groups.action.restore'), icon: IconRestore, onClick: bulk('restore') }]
      : [
          { id: 'show', label: t('groups.action.show'), icon: IconEye, onClick: bulk('show') },
          { id: 'hide', label: t('groups.action.hide'), icon: IconEyeOff, onClick: bulk('hide') },
          { id: 'delete', label: t('groups.action.delete'), icon: IconTrash, onClick: bulk('delete') },
        ];
  };
  const word = getWord(kind);
  const columns = getColumns(kind, { t, language, zone, editHref: (row) => hrefWith({ id: row.id }) });
  const file = useTableFile((part) => call('GET /api/auth/{kind}/export', { kind, ...filter, part }), { columns, choice: saved.choice });
  return (
    <ListTable
      list={list}
      query={listQuery(kind, input)}
      above={(answer) => (
        <ListViews saved={saved} label={t('groups.views')}>
          <ViewChips
            view={saved.current ? null : view}
            counts={answer?.counts}
            getHref={(next) => hrefWith({ ...getParameters(next), page: undefined, saved: undefined })}
          />
        </ListViews>
      )}
      caption={t(`groups.tab.${kind}`)}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      searchLabel={t(`groups.search.${kind}`)}
      filters={
        of === undefined
          ? []
          : [
              {
                id: 'of',
                label: t('groups.filter.ofGroup', { name: group?.name ?? '…' }),
                onRemove: () => list.refine({ of: undefined }),
              },
            ]
      }
      addFilter={kind === 'subgroups' && <GroupFilter onChoose={(id) => list.refine({ of: id })} />}
      file={file}
      saved={saved}
      allOf={filter}
      bulkActions={bulkActions}
      rowActions={(row, done) =>
        getRowActions(row, {
          t,
          go,
          edit: open,
          history: (which) => open(which, 'history'),
          maintain: onMaintain,
          change: (action, which) => void change(action, [which]).then(done),
          remove: (which) => onDelete([which], done),
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
  );
}
