import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import { changedSearch, stringifySearch, useGo, usePathname } from '../../app/address/address.ts';
import { withoutPage } from '../../app/address/list-address.ts';
import { reportAddress } from '../../app/address/report-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { type Chosen, ListTable } from '../../app/layouts/ListTable.tsx';
import { useWho } from '../../app/session/session.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconBooks, IconCircleCheck, IconEye, IconEyeOff, IconFolderSymlink, IconTool, IconTrash, IconUserPlus } from '../../ui/icons.ts';
import type { BulkAction } from '../../ui/table/types.ts';
import { customColumns, useCustomFields } from '../custom-fields/index.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { getColumns } from './columns.tsx';
import { listQuery } from './loader.ts';
import { ManagedFilters, useActiveFilters } from './ManagedFilters.tsx';
import { managePath } from './paths.ts';
import { everyRow, knownRows } from './queries.ts';
import { getRowActions } from './row-actions.ts';
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
  const { change } = useChangeReports();
  const order = useOrderReports(input);
  const filter = withoutPage(input);
  const { fields, own } = useCustomFields('report');
  const saved = useListViews({ list: 'managed', address: list, hidden: ['identity', 'catalog', 'added', ...fields.map(({ key }) => key)] });
  // No suspense: the chip of the owner does not wait for the name, which comes with the rows.
  const { data } = useQuery({ ...listQuery(input), enabled: owner !== undefined, placeholderData: keepPreviousData });
  const active = useActiveFilters(address, data?.items.find((row) => row.owner?.id === owner)?.owner?.name);

  const bulkActions = ({ ids, all, clear }: Chosen<ManagedRow>): BulkAction[] => {
    const chosenRows = async (): Promise<ManagedRow[]> => {
      const known = knownRows(client);
      const rows = [...ids].map((id) => known.get(id));
      if (!all && rows.every((row) => row !== undefined)) return rows;
      const every = await everyRow(filter);
      return all ? every : every.filter((row) => ids.has(row.id));
    };
    const apply = (id: Undoable, icon: BulkAction['icon']): BulkAction => ({
      id,
      label: t(`manage.action.${id}`),
      icon,
      onClick: () => void chosenRows().then(async (rows) => change(id, rows).then(clear)),
    });
    const ask = (what: Asking['what']) => async () => onAsk({ what, rows: await chosenRows(), onDone: clear });
    return [
      apply('show', IconEye),
      apply('hide', IconEyeOff),
      { id: 'move', label: t('manage.action.move'), icon: IconFolderSymlink, onClick: ask('move') },
      ...(grants ? [{ id: 'give', label: t('manage.action.give'), icon: IconUserPlus, onClick: ask('give') }] : []),
      ...(maintains ? [{ id: 'maintain', label: t('maintenance.put'), icon: IconTool, onClick: ask('maintain') }] : []),
      apply('verify', IconCircleCheck),
      apply('unverify', IconCircleCheck),
      apply('catalog', IconBooks),
      apply('uncatalog', IconBooks),
      { id: 'delete', label: t('manage.action.delete'), icon: IconTrash, danger: true, onClick: ask('delete') },
    ];
  };
  const askOne = (what: Asking['what'], onDone: () => void) => (row: ManagedRow) => onAsk({ what, rows: [row], onDone });
  const columns = [...getColumns({ t, language, zone }), ...customColumns<ManagedRow>(fields, { language, own })];
  const file = useTableFile((part) => call('GET /api/auth/management/reports/export', { ...filter, part }), {
    columns,
    choice: saved.choice,
  });
  const open = (row: ManagedRow, tab?: string) => go(managePath(row.id, tab));
  return (
    <ListTable
      list={list}
      query={listQuery(input)}
      above={(answer) => (
        <ListViews saved={saved} label={t('manage.views')}>
          {views.map((each) => (
            <Chip
              key={each}
              href={`${path}${changedSearch(stringifySearch(list.values), { view: each === 'all' ? undefined : each, page: undefined, saved: undefined })}`}
              on={each === view && !saved.current}
              count={answer && formatNumber(language, answer.counts[each])}
            >
              {t(`manage.view.${each}`)}
            </Chip>
          ))}
        </ListViews>
      )}
      caption={t('manage.title')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.title}
      searchLabel={t('manage.search')}
      filters={active}
      addFilter={<ManagedFilters address={address} />}
      file={file}
      saved={saved}
      allOf={filter}
      bulkActions={bulkActions}
      rowActions={(row, done) =>
        getRowActions(row, {
          t,
          open,
          look: (which) => go(reportAddress(which, profile)),
          change: (what, which) => void change(what, [which]).then(done),
          move: askOne('move', done),
          give: grants ? askOne('give', done) : undefined,
          maintain: maintains ? askOne('maintain', done) : undefined,
          remove: askOne('delete', done),
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
  );
}
