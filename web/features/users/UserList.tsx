import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import { changedSearch, stringifySearch, usePathname } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import {
  IconBan,
  IconCalendarOff,
  IconMailForward,
  IconPlayerPause,
  IconPlayerPlay,
  IconRestore,
  IconTrash,
  IconUsersPlus,
} from '../../ui/icons.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { nothingSelected } from '../../ui/table/selection.ts';
import type { BulkAction, RowAction, Selection } from '../../ui/table/types.ts';
import { CustomFilterButton, customChips, customColumns, useCustomFields } from '../custom-fields/index.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { type Asking, type Chosen, namedBy } from './asked.ts';
import { columnsOf, hiddenColumns, withAddress } from './columns.tsx';
import { customOf } from './custom-values.ts';
import { knownRows, listQuery, type UserRow } from './queries.ts';
import { UserFilters, useActiveFilters } from './UserFilters.tsx';
import { useChangeUsers } from './use-change-users.ts';
import { parametersOf, type UsersAddress } from './use-users-address.ts';
import { ViewChips } from './ViewChips.tsx';

type ShownRow = Omit<UserRow, 'custom'> & { custom: CustomValues };
type Props = {
  address: UsersAddress;
  actionsOf: (row: UserRow) => readonly RowAction[];
  onAsk: (asking: Asking) => void;
  onCreate: () => void;
  onImport: (() => void) | undefined;
};

/** The list of users in all its states; all filters are in the address. */
export function UserList({ address, actionsOf, onAsk, onCreate, onImport }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const path = usePathname();
  const client = useQueryClient();
  const { list, view, filter, input } = address;
  const { data, error, isPlaceholderData, refetch, dataUpdatedAt } = useQuery(listQuery(input));
  const custom = useCustomFields('user');
  const customKeys = custom.fields.map(({ key }) => key);
  const saved = useListViews({ list: 'users', address: list, hidden: [...hiddenColumns, ...customKeys] });
  const filters = useActiveFilters(address);
  const { bulk } = useChangeUsers();
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

  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `${path}${changedSearch(stringifySearch(list.values), params)}`;
  const open = (row: UserRow) => list.change({ id: row.id, tab: undefined, new: undefined });
  const ownColumns = columnsOf({
    t,
    language,
    zone,
    now: new Date(dataUpdatedAt),
    hrefOf: (row) => hrefWith({ id: row.id, tab: undefined }),
  });
  const columns = [...ownColumns, ...customColumns<ShownRow>(custom.fields, { language, own: custom.own })];
  const file = useTableFile(
    (part) => call('GET /api/auth/users/export', { ...filter, ...(list.order ? { sort: list.order } : {}), part }),
    {
      columns,
      choice: withAddress(columns, saved.choice),
    },
  );

  const rows = data?.items.map((row): ShownRow => ({ ...row, custom: customOf(row.custom) }));
  const onCustom = (text: string | undefined) => list.refine({ custom: text });
  const chosenOf = (which: Selection): Chosen => {
    if (which.all) return { count: data?.total ?? 0, rows: [], filter };
    const known = knownRows(client);
    const rows = [...which.ids].flatMap((id) => known.get(id) ?? []);
    return { count: which.ids.size, rows, ids: [...which.ids] };
  };
  const none = () => select(nothingSelected);
  const now = (action: 'activate' | 'invite' | 'restore') => async (which: Selection) => {
    try {
      await bulk({ action, ...namedBy(chosenOf(which)), reason: '' });
      none();
    } catch (reason) {
      toastError(reason);
    }
  };
  const bulkActions: BulkAction[] =
    view === 'removed'
      ? [{ id: 'restore', label: t('users.action.restore'), icon: IconRestore, onClick: now('restore') }]
      : [
          {
            id: 'group',
            label: t('users.action.addToGroup'),
            icon: IconUsersPlus,
            onClick: (which) => onAsk({ what: 'group', chosen: chosenOf(which), onDone: none }),
          },
          {
            id: 'activate',
            label: t('users.action.activate'),
            icon: IconPlayerPlay,
            onClick: (which) =>
              which.all
                ? onAsk({ what: 'status', action: 'activate', chosen: chosenOf(which), onDone: none })
                : void now('activate')(which),
          },
          {
            id: 'deactivate',
            label: t('users.action.deactivate'),
            icon: IconPlayerPause,
            onClick: (which) => onAsk({ what: 'status', action: 'deactivate', chosen: chosenOf(which), onDone: none }),
          },
          {
            id: 'block',
            label: t('users.action.block'),
            icon: IconBan,
            onClick: (which) => onAsk({ what: 'status', action: 'block', chosen: chosenOf(which), onDone: none }),
          },
          { id: 'invite', label: t('users.action.inviteAgain'), icon: IconMailForward, onClick: now('invite') },
          {
            id: 'expiry',
            label: t('users.action.setExpiry'),
            icon: IconCalendarOff,
            onClick: (which) => onAsk({ what: 'expiry', chosen: chosenOf(which), onDone: none }),
          },
          {
            id: 'remove',
            label: t('users.action.remove'),
            icon: IconTrash,
            danger: true,
            onClick: (which) => onAsk({ what: 'remove', chosen: chosenOf(which), onDone: none }),
          },
        ];
  return (
    <>
      <ListViews saved={saved} label={t('users.views')}>
        <ViewChips
          view={saved.current ? null : view}
          counts={data?.counts}
          hrefOf={(next) => hrefWith({ ...parametersOf(next), page: undefined, saved: undefined })}
        />
      </ListViews>
      <DataTable
        caption={t('users.title')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        fetching={isPlaceholderData}
        failure={listFailure({ error, data, refetch })}
        sort={list.sort ?? { column: 'name', direction: 'asc' }}
        onSort={list.onSort}
        paging={list.paging(data)}
        search={{ value: list.search, label: t('users.search'), placeholder: t('users.searchPlaceholder'), onChange: list.onSearch }}
        filters={[...filters, ...customChips(filter.custom, custom.fields, { t, language, own: custom.own }, onCustom)]}
        addFilter={
          <>
            <UserFilters address={address} />
            <CustomFilterButton fields={custom.fields} own={custom.own} text={filter.custom} onChange={onCustom} />
          </>
        }
        onClearFilters={list.clear}
        tools={<ExportMenu file={file} />}
        columnChoice={saved.choice}
        onColumnChoice={saved.choose}
        selection={{ ...selection, onChange: select, allowAll: true }}
        bulkActions={bulkActions}
        rowActions={actionsOf}
        onOpen={open}
        onCreate={onCreate}
        empty={
          view === 'all' ? (
            <EmptyState
              text={t('users.empty')}
              action={
                <div className="row row-wrap">
                  <Button kind="primary" onClick={onCreate}>
                    {t('users.new')}
                  </Button>
                  {onImport && <Button onClick={onImport}>{t('users.import')}</Button>}
                </div>
              }
            />
          ) : (
            <FilteredEmpty filters={t(`users.view.${view}`)} onClear={list.clear} />
          )
        }
      />
    </>
  );
}
