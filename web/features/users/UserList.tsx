import { useQueryClient } from '@tanstack/react-query';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import { changedSearch, stringifySearch, usePathname } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { type Chosen as ChosenRows, ListTable } from '../../app/layouts/ListTable.tsx';
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
import type { BulkAction, RowAction } from '../../ui/table/types.ts';
import { CustomFilterButton, customChips, customColumns, useCustomFields } from '../custom-fields/index.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { type Asking, type Chosen, namedBy } from './asked.ts';
import { getColumns, hiddenColumns, withAddress } from './columns.tsx';
import { getCustom } from './custom-values.ts';
import { type ListAnswer, type ListInput, listQuery } from './loader.ts';
import { knownRows, type UserRow } from './queries.ts';
import { UserFilters, useActiveFilters } from './UserFilters.tsx';
import { useChangeUsers } from './use-change-users.ts';
import { getParameters, type UsersAddress } from './use-users-address.ts';
import { ViewChips } from './ViewChips.tsx';

type ShownRow = Omit<UserRow, 'custom'> & { custom: CustomValues };
/** The rows with the values of custom fields as the columns expect them. */
const withCustom = (answer: ListAnswer) => ({
  ...answer,
  items: answer.items.map((row): ShownRow => ({ ...row, custom: getCustom(row.custom) })),
});
const shownQuery = (input: ListInput) => ({ ...listQuery(input), select: withCustom });
type Props = {
  address: UsersAddress;
  getActions: (row: UserRow, done: () => void) => readonly RowAction[];
  onAsk: (asking: Asking) => void;
  onCreate: () => void;
  onImport: (() => void) | undefined;
};

/** The list of users in all its states; all filters are in the address. */
export function UserList({ address, getActions, onAsk, onCreate, onImport }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const path = usePathname();
  const client = useQueryClient();
  const { list, view, filter, input } = address;
  const custom = useCustomFields('user');
  const customKeys = custom.fields.map(({ key }) => key);
  const saved = useListViews({ list: 'users', address: list, hidden: [...hiddenColumns, ...customKeys] });
  const filters = useActiveFilters(address);
  const { bulk } = useChangeUsers();

  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `${path}${changedSearch(stringifySearch(list.values), params)}`;
  // Who is looked for because their identity is missing is opened where it is set.
  const firstTab = view === 'unidentified' ? 'groups' : undefined;
  const open = (row: UserRow) => list.change({ id: row.id, tab: firstTab, new: undefined });
  const ownColumns = getColumns({
    t,
    language,
    zone,
    now: new Date(),
    getHref: (row, tab = firstTab) => hrefWith({ id: row.id, tab }),
  });
  const columns = [...ownColumns, ...customColumns<ShownRow>(custom.fields, { language, own: custom.own })];
  const file = useTableFile(
    (part) => call('GET /api/auth/users/export', { ...filter, ...(list.order ? { sort: list.order } : {}), part }),
    {
      columns,
      choice: withAddress(columns, saved.choice),
    },
  );

  const onCustom = (text: string | undefined) => list.refine({ custom: text });
  const bulkActions = ({ all, ids, total, clear }: ChosenRows<ShownRow>): BulkAction[] => {
    const known = knownRows(client);
    const chosen: Chosen = all
      ? { count: total, rows: [], filter }
      : { count: ids.size, rows: [...ids].flatMap((id) => known.get(id) ?? []), ids: [...ids] };
    const now = (action: 'activate' | 'invite' | 'restore') => async () => {
      try {
        await bulk({ action, ...namedBy(chosen), reason: '' });
        clear();
      } catch (reason) {
        toastError(reason);
      }
    };
    return view === 'removed'
      ? [{ id: 'restore', label: t('users.action.restore'), icon: IconRestore, onClick: now('restore') }]
      : [
          {
            id: 'group',
            label: t('users.action.addToGroup'),
            icon: IconUsersPlus,
            onClick: () => onAsk({ what: 'group', chosen, onDone: clear }),
          },
          {
            id: 'activate',
            label: t('users.action.activate'),
            icon: IconPlayerPlay,
            onClick: () => (all ? onAsk({ what: 'status', action: 'activate', chosen, onDone: clear }) : void now('activate')()),
          },
          {
            id: 'deactivate',
            label: t('users.action.deactivate'),
            icon: IconPlayerPause,
            onClick: () => onAsk({ what: 'status', action: 'deactivate', chosen, onDone: clear }),
          },
          {
            id: 'block',
            label: t('users.action.block'),
            icon: IconBan,
            onClick: () => onAsk({ what: 'status', action: 'block', chosen, onDone: clear }),
          },
          { id: 'invite', label: t('users.action.inviteAgain'), icon: IconMailForward, onClick: now('invite') },
          {
            id: 'expiry',
            label: t('users.action.setExpiry'),
            icon: IconCalendarOff,
            onClick: () => onAsk({ what: 'expiry', chosen, onDone: clear }),
          },
          {
            id: 'remove',
            label: t('users.action.remove'),
            icon: IconTrash,
            danger: true,
            onClick: () => onAsk({ what: 'remove', chosen, onDone: clear }),
          },
        ];
  };
  return (
    <ListTable
      list={list}
      query={shownQuery(input)}
      above={(answer) => (
        <ListViews saved={saved} label={t('users.views')}>
          <ViewChips
            view={saved.current ? null : view}
            counts={answer?.counts}
            getHref={(next) => hrefWith({ ...getParameters(next), page: undefined, saved: undefined })}
          />
        </ListViews>
      )}
      caption={t('users.title')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      order={{ column: 'name', direction: 'asc' }}
      searchLabel={t('users.search')}
      searchPlaceholder={t('users.searchPlaceholder')}
      filters={[...filters, ...customChips(filter.custom, custom.fields, { t, language, own: custom.own }, onCustom)]}
      addFilter={
        <>
          <UserFilters address={address} />
          <CustomFilterButton fields={custom.fields} own={custom.own} text={filter.custom} onChange={onCustom} />
        </>
      }
      file={file}
      saved={saved}
      allOf={filter}
      bulkActions={bulkActions}
      rowActions={getActions}
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
  );
}
