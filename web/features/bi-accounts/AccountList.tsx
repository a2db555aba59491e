import type { AccountRow } from '../../../domain/bi-accounts/contract.ts';
import type { accountSorts } from '../../../domain/bi-accounts/limits.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { changedSearch, stringifySearch, useGo } from '../../app/address/address.ts';
import type { ListAddress } from '../../app/address/list-address.ts';
import { withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconPencil, IconPlugConnected, IconPlugConnectedX, IconStack2, IconTrash, IconUserCircle } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { RowAction } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { accountColumns } from './account-columns.tsx';
import { accountsInput, accountsQuery, accountViews } from './loader.ts';

type Props = {
  list: ListAddress<(typeof accountSorts)[number]>;
  onCreate: () => void;
  onSwitch: (row: AccountRow, disabled: boolean) => void;
  onDelete: (row: AccountRow) => void;
};

/** The list of accounts with its views; problems that need attention are counted above it. */
export function AccountList({ list, onCreate, onSwitch, onDelete }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const go = useGo();
  const input = accountsInput(list);
  const filter = withoutPage(input);
  const { view = 'all' } = input;
  const saved = useListViews({ list: 'service-accounts', address: list, hidden: ['appId', 'created'] });
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `/powerbi${changedSearch(stringifySearch(list.values), params)}`;
  const columns = accountColumns({ t, language, zone, editHref: (row) => hrefWith({ id: row.id }) });
  const file = useTableFile((part) => call('GET /api/auth/service-accounts/export', { ...filter, part }), {
    columns,
    choice: saved.choice,
  });
  const open = (row: AccountRow, panel?: string) => list.change({ id: row.id, panel, new: undefined });
  const getActions = (row: AccountRow): RowAction[] => [
    { id: 'edit', label: t('service.action.edit'), icon: IconPencil, onClick: () => open(row) },
    { id: 'test', label: t('service.action.test'), icon: IconPlugConnected, onClick: () => open(row, 'test') },
    { id: 'profile', label: t('service.action.profile'), icon: IconUserCircle, onClick: () => open(row, 'profile') },
    {
      id: 'workspaces',
      label: t('service.action.workspaces'),
      icon: IconStack2,
      onClick: () => go(`/powerbi/workspace?account=${row.id}`),
    },
    row.disabled
      ? { id: 'enable', label: t('service.action.enable'), icon: IconPlugConnected, onClick: () => onSwitch(row, false) }
      : { id: 'disable', label: t('service.action.disable'), icon: IconPlugConnectedX, onClick: () => onSwitch(row, true) },
    { id: 'delete', label: t('service.action.delete'), icon: IconTrash, danger: true, onClick: () => onDelete(row) },
  ];
  return (
    <ListTable
      list={list}
      query={accountsQuery(input)}
      caption={t('service.tab.accounts')}
      columns={columns}
      rowId={(row) => row.id}
      rowName={(row) => row.name}
      order={{ column: 'name', direction: 'asc' }}
      searchLabel={t('service.search.accounts')}
      file={file}
      saved={saved}
      above={(answer) => (
        <>
          {answer?.restricted && <Notice tone="info">{t('service.restricted')}</Notice>}
          <ListViews saved={saved} label={t('service.views')}>
            {accountViews.map((each) => (
              <Chip
                key={each}
                href={hrefWith({ view: each === 'all' ? undefined : each, page: undefined, saved: undefined })}
                on={each === view && !saved.current}
                count={answer && formatNumber(language, answer.counts[each])}
              >
                {t(`service.view.${each}`)}
              </Chip>
            ))}
          </ListViews>
        </>
      )}
      rowActions={getActions}
      onOpen={(row) => open(row)}
      onCreate={onCreate}
      empty={
        view === 'all' ? (
          <EmptyState
            text={t('service.empty.accounts')}
            action={
              <Button kind="primary" onClick={onCreate}>
                {t('service.account.new')}
              </Button>
            }
          />
        ) : (
          <FilteredEmpty filters={t(`service.view.${view}`)} onClear={list.clear} />
        )
      }
    />
  );
}
