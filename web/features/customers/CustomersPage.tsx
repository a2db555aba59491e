import { lazy, useState } from 'react';
import type { CustomerRow } from '../../../domain/customers/contract.ts';
import { customerViews, maxReasonLength } from '../../../domain/customers/limits.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDelete } from '../../ui/ConfirmDelete.tsx';
import { EmptyState, FilteredEmpty } from '../../ui/EmptyState.tsx';
import { IconBan, IconCircleCheck, IconPencil, IconPlus, IconRestore, IconTrash } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import type { RowAction } from '../../ui/table/types.ts';
import { ListViews, useListViews } from '../list-views/index.ts';
import { type CustomerPanel, customerPanels } from './CustomerDrawer.tsx';
import { getColumns } from './columns.tsx';
import { customersQuery, listOptions, toInput } from './loader.ts';
import { useChangeCustomer } from './use-change-customer.ts';
import './customers.css';

const CustomerDrawer = lazy(() => import('./CustomerDrawer.tsx').then((module) => ({ default: module.CustomerDrawer })));
type Asking = { what: 'block' | 'delete'; row: CustomerRow; opened: boolean; problem: string | null };

/** The platform's paying clients: list, drawer with the units each one pays for, blocking and deletion. */
export function CustomersPage() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(listOptions);
  const input = toInput(list);
  const filter = withoutPage(input);
  const { view } = input;
  const { shown, opened } = useDrawerTarget(list.values);
  const { apply, change } = useChangeCustomer();
  const [asking, setAsking] = useState<Asking | null>(null);
  const saved = useListViews({ list: 'clients', address: list, hidden: ['seller', 'created'] });
  const title = t('parties.title');
  useBreadcrumb([{ label: t('parties.crumb') }, { label: title }]);
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) => `/client${changedSearch(stringifySearch(list.values), params)}`;
  const create = () => list.change({ new: '1', id: undefined, panel: undefined });
  const columns = getColumns({ t, language, zone, getHref: (row) => hrefWith({ id: row.id }) });
  const file = useTableFile((part) => call('GET /api/auth/parties/export', { ...filter, part }), { columns, choice: saved.choice });
  const open = (row: CustomerRow) => list.change({ id: row.id, new: undefined, panel: undefined });
  const ask = (what: Asking['what'], row: CustomerRow) => setAsking({ what, row, opened: true, problem: null });
  const close = () => setAsking((now) => now && { ...now, opened: false });
  const carryOut = async (reason = '') => {
    if (!asking) return;
    try {
      await apply(asking.what, asking.row, reason);
      close();
    } catch (refusal) {
      setAsking({ ...asking, problem: errorText(refusal) });
    }
  };
  const getActions = (row: CustomerRow): RowAction[] =>
    row.deletedAt
      ? [{ id: 'restore', label: t('parties.action.restore'), icon: IconRestore, onClick: () => void change('restore', row) }]
      : [
          { id: 'edit', label: t('parties.action.edit'), icon: IconPencil, onClick: () => open(row) },
          row.status === 'B'
            ? { id: 'unblock', label: t('parties.action.unblock'), icon: IconCircleCheck, onClick: () => void change('unblock', row) }
            : { id: 'block', label: t('parties.action.block'), icon: IconBan, onClick: () => ask('block', row) },
          {
            id: 'delete',
            label: t('parties.action.delete'),
            icon: IconTrash,
            danger: true,
            disabledReason: row.units > 0 ? t('parties.action.paying', { count: row.units }) : null,
            onClick: () => ask('delete', row),
          },
        ];
  return (
    <div className="page">
      <PageHeader
        title={title}
        text={t('parties.text')}
        actions={
          <Button kind="primary" icon={IconPlus} onClick={create}>
            {t('parties.new')}
          </Button>
        }
      />
      <ListTable
        list={list}
        query={customersQuery(input)}
        caption={title}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.fantasyName}
        order={{ column: 'name', direction: 'asc' }}
        searchLabel={t('parties.search')}
        file={file}
        saved={saved}
        above={(answer) => (
          <ListViews saved={saved} label={t('parties.views')}>
            {[undefined, ...customerViews].map((each) => (
              <Chip
                key={each ?? 'all'}
                href={hrefWith({ view: each, page: undefined })}
                on={each === view}
                count={answer?.counts[each ?? 'all']}
              >
                {t(`parties.view.${each ?? 'all'}`)}
              </Chip>
            ))}
          </ListViews>
        )}
        rowActions={getActions}
        onOpen={open}
        onCreate={create}
        empty={
          view ? (
            <FilteredEmpty filters={t(`parties.view.${view}`)} onClear={list.clear} />
          ) : (
            <EmptyState
              text={t('parties.empty')}
              action={
                <Button kind="primary" onClick={create}>
                  {t('parties.new')}
                </Button>
              }
            />
          )
        }
      />
      {shown && (
        <Part>
          <CustomerDrawer
            key={shown.opening}
            id={shown.id}
            opened={opened}
            panel={customerPanels.find((each) => each === list.values.panel) ?? 'data'}
            unitHref={(id) => `/partners?id=${id}`}
            onPanel={(panel: CustomerPanel) => list.change({ panel: panel === 'data' ? undefined : panel }, { replace: true })}
            onClose={() => list.change({ id: undefined, new: undefined, panel: undefined })}
          />
        </Part>
      )}
      {asking && (
        <>
          <ReasonDialog
            opened={asking.opened && asking.what === 'block'}
            title={t('parties.block.title', { name: asking.row.fantasyName })}
            text={t('parties.block.text')}
            label={t('parties.block.reason')}
            submitLabel={t('parties.action.block')}
            maxLength={maxReasonLength}
            problem={asking.problem}
            onSubmit={carryOut}
            onClose={close}
          />
          <ConfirmDelete
            opened={asking.opened && asking.what === 'delete'}
            name={asking.row.fantasyName}
            text={t('parties.delete.text')}
            milder={
              asking.row.status === 'A'
                ? { icon: IconBan, label: t('parties.delete.milder'), onClick: () => ask('block', asking.row) }
                : undefined
            }
            problem={asking.problem}
            onConfirm={() => carryOut()}
            onClose={close}
          />
        </>
      )}
    </div>
  );
}
