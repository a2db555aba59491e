import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import { changedSearch, stringifySearch, useGo, usePathname } from '../../app/address/address.ts';
import { reportAddress } from '../../app/address/report-address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useWho } from '../../app/session/session.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconBooks, IconCircleCheck, IconEye, IconEyeOff, IconFolderSymlink, IconTool, IconTrash, IconUserPlus } from '../../ui/icons.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { nothingSelected } from '../../ui/table/selection.ts';
import type { BulkAction, Selection } from '../../ui/table/types.ts';
import { customColumns, useCustomFields } from '../custom-fields/index.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { columnsOf } from './columns.tsx';
import { ManagedFilters, useActiveFilters } from './ManagedFilters.tsx';
import { managePath } from './paths.ts';
import { everyRow, knownRows, listQuery } from './queries.ts';
import { rowActionsOf } from './row-actions.ts';
import { useChangeReports } from './use-change-reports.ts';
import type { ManagedAddress } from './use-managed-address.ts';
import { useOrderReports } from './use-order-reports.ts';
import { type Undoable, views } from './views.ts';

export type Asking = { what: 'move' | 'delete' | 'maintain' | 'give'; rows: readonly ManagedRow[]; onDone: () => void };
type Props = { address: ManagedAddress; onAsk: (asking: Asking) => void; onCreate: () => void; emptyActions: ReactNode };

/** The list of managed reports in all its states; all filters are in the address. */
export function ManagedList({ address, onAsk, onCreate, emptyActions }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const go = useGo();
  const path = usePathname();
  const who = useWho();
  const profile = who?.profile ?? 'user';
  const grants = who !== null && can(who, 'grants.manage');
  const maintains = who !== null && can(who, 'maintenance.manage');
  const { list, view, input, orderable, owner } = address;
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(input));
  const { change } = useChangeReports();
  const order = useOrderReports(input);
  const { page: _, size: __, ...filter } = input;
  const { fields, own } = useCustomFields('report');
  const saved = useListViews({ list: 'managed', address: list, hidden: ['identity', 'catalog', 'added', ...fields.map(({ key }) => key)] });
  const [chosen, setChosen] = useState<Selection & { under: string }>({ ...nothingSelected, under: '' });
  const active = useActiveFilters(address, data?.items.find((row) => row.owner?.id === owner)?.owner?.name);

  // A selection is valid only for the filter it was made under.
  const under = JSON.stringify(filter);
  const selection: Selection = chosen.under === under ? chosen : nothingSelected;
  const select = (next: Selection) => setChosen({ ...next, under });

  // Deleted rows can leave the page beyond the end; the last page is shown then.
  const lastPage = data && !isPlaceholderData && data.items.length === 0 && data.total > 0 ? data.pages : null;
  useEffect(() => {
    if (lastPage !== null && list.page > lastPage) list.change({ page: String(lastPage) }, { replace: true });
  });

  const rowsOf = async (which: Selection): Promise<ManagedRow[]> => {
    const known = knownRows(client);
    const rows = [...which.ids].map((id) => known.get(id));
    if (!which.all && rows.every((row) => row !== undefined)) return rows;
    const every = await everyRow(filter);
    return which.all ? every : every.filter((row) => which.ids.has(row.id));
  };
  const none = () => select(nothingSelected);
  const bulk = (action: Undoable) => async (which: Selection) => {
    await change(action, await rowsOf(which));
    none();
  };
  const ask = (what: Asking['what']) => async (which: Selection) => onAsk({ what, rows: await rowsOf(which), onDone: none });
  const action = (id: Undoable, icon: BulkAction['icon']): BulkAction => ({ id, label: t(`manage.action.${id}`), icon, onClick: bulk(id) });
  const bulkActions: BulkAction[] = [
    action('show', IconEye),
    action('hide', IconEyeOff),
    { id: 'move', label: t('manage.action.move'), icon: IconFolderSymlink, onClick: ask('move') },
    ...(grants ? [{ id: 'give', label: t('manage.action.give'), icon: IconUserPlus, onClick: ask('give') }] : []),
    ...(maintains ? [{ id: 'maintain', label: t('maintenance.put'), icon: IconTool, onClick: ask('maintain') }] : []),
    action('verify', IconCircleCheck),
    action('unverify', IconCircleCheck),
    action('catalog', IconBooks),
    action('uncatalog', IconBooks),
    { id: 'delete', label: t('manage.action.delete'), icon: IconTrash, danger: true, onClick: ask('delete') },
  ];
  const columns = [...columnsOf({ t, zone }), ...customColumns<ManagedRow>(fields, { language, own })];
  const file = useTableFile((part) => call('GET /api/auth/management/reports/export', { ...filter, part }), {
    columns,
    choice: saved.choice,
  });
  const open = (row: ManagedRow, tab?: string) => go(managePath(row.id, tab));
  return (
    <>
      <ListViews saved={saved} label={t('manage.views')}>
        {views.map((each) => (
          <Chip
            key={each}
            href={`${path}${changedSearch(stringifySearch(list.values), { view: each === 'all' ? undefined : each, page: undefined, saved: undefined })}`}
            on={each === view && !saved.current}
            count={data && formatNumber(language, data.counts[each])}
          >
            {t(`manage.view.${each}`)}
          </Chip>
        ))}
      </ListViews>
      <DataTable
        caption={t('manage.title')}
        columns={columns}
        rows={data?.items}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('manage.search'), onChange: list.onSearch }}
        filters={active}
        addFilter={<ManagedFilters address={address} />}
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        selection={{ ...selection, onChange: select, allowAll: true }}
        bulkActions={bulkActions}
        rowActions={(row) =>
          rowActionsOf(row, {
            t,
            open,
            look: (which) => go(reportAddress(which, profile)),
            change: (what, which) => void change(what, [which]),
            move: (which) => onAsk({ what: 'move', rows: [which], onDone: none }),
            give: grants ? (which) => onAsk({ what: 'give', rows: [which], onDone: none }) : undefined,
            maintain: maintains ? (which) => onAsk({ what: 'maintain', rows: [which], onDone: none }) : undefined,
            remove: (which) => onAsk({ what: 'delete', rows: [which], onDone: none }),
          })
        }
        onOpen={(row) => open(row)}
        onCreate={onCreate}
        onReorder={orderable ? (ids) => void order(ids) : undefined}
        empty={
          view === 'all' ? (
            <EmptyState text={t('manage.empty')} action={emptyActions} />
          ) : (
            <FilteredEmpty filters={t(`manage.view.${view}`)} onClear={list.clear} />
          )
        }
      />
    </>
  );
}
