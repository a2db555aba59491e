import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { workspaceSorts } from '../../../domain/bi-accounts/limits.ts';
import type { WorkspaceRow } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { listFailure } from '../../app/data/list-failure.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { AccountFilter } from './AccountFilter.tsx';
import { BiAccountTabs } from './BiAccountTabs.tsx';
import { pickerQuery, resourcesQuery, type WorkspacesInput, workspacesQuery } from './queries.ts';
import { workspaceColumns } from './workspace-columns.tsx';
import './bi-accounts.css';

const AddWorkspaces = lazy(() => import('./AddWorkspaces.tsx').then((module) => ({ default: module.AddWorkspaces })));
const WorkspaceDrawer = lazy(() => import('./WorkspaceDrawer.tsx').then((module) => ({ default: module.WorkspaceDrawer })));
const RemoveWorkspace = lazy(() => import('./RemoveWorkspace.tsx').then((module) => ({ default: module.RemoveWorkspace })));

/** The workspaces this tenant publishes from: added from the service or created there, renamed here, removed. */
export function WorkspacesPage() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress({ sorts: workspaceSorts, filters: ['account'] });
  const { shown, opened } = useDrawerTarget(list.values);
  const [removing, setRemoving] = useState<{ row: WorkspaceRow; opened: boolean } | null>(null);
  const account = /^[0-9a-f-]{36}$/.test(list.values.account ?? '') ? list.values.account : undefined;
  const filter = {
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
    ...(account ? { account } : {}),
  };
  const input: WorkspacesInput = { page: list.page, size: list.size, ...filter };
  const { data, error, isPlaceholderData, refetch } = useQuery(workspacesQuery(input));
  const accounts = useQuery(pickerQuery());
  // Capacity names are fetched only if a row has a capacity; the list does not wait for them.
  const resources = useQuery({ ...resourcesQuery(), enabled: data?.items.some((row) => row.capacityId !== null) === true });
  const capacities = new Map(
    (resources.data?.items ?? []).flatMap((item) => (item.capacityId ? [[item.capacityId.toLowerCase(), item]] : [])),
  );
  const saved = useListViews({ list: 'service-workspaces', address: list, hidden: ['serviceId'] });
  const title = t('service.title');
  useBreadcrumb([{ label: t('service.crumb') }, { label: title }]);
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) =>
    `/powerbi/workspace${changedSearch(stringifySearch(list.values), params)}`;
  const columns = workspaceColumns({
    t,
    language,
    zone,
    capacities,
    editHref: (row) => hrefWith({ id: row.id }),
    accountHref: (row) => `/powerbi?id=${row.accountId}`,
  });
  const file = useTableFile((part) => call('GET /api/auth/workspaces/export', { ...filter, part }), { columns, choice: saved.choice });
  const open = (row: WorkspaceRow) => list.change({ id: row.id, new: undefined });
  const create = () => list.change({ new: '1', id: undefined });
  const accountName = accounts.data?.items.find(({ id }) => id === account)?.name ?? data?.items[0]?.accountName ?? '…';
  return (
    <div className="page service-page">
      <PageHeader
        title={title}
        text={t('service.workspaces.text')}
        actions={
          <Button kind="primary" icon={IconPlus} onClick={create}>
            {t('service.workspaces.new')}
          </Button>
        }
      />
      <BiAccountTabs value="workspaces">
        <ListViews saved={saved} label={t('listViews.label', { name: t('service.tab.workspaces') })} />
        <DataTable
          caption={t('service.tab.workspaces')}
          columns={columns}
          rows={data?.items}
          rowId={(row) => row.id}
          rowName={(row) => row.name}
          fetching={isPlaceholderData}
          failure={listFailure({ error, data, refetch })}
          sort={list.sort ?? { column: 'name', direction: 'asc' }}
          onSort={list.onSort}
          paging={list.paging(data)}
          search={{ value: list.search, label: t('service.search.workspaces'), onChange: list.onSearch }}
          filters={
            account
              ? [
                  {
                    id: 'account',
                    label: t('service.filter.accountIs', { name: accountName }),
                    onRemove: () => list.refine({ account: undefined }),
                  },
                ]
              : []
          }
          addFilter={<AccountFilter onChoose={(id) => list.refine({ account: id })} />}
          onClearFilters={list.clear}
          tools={<ExportMenu file={file} />}
          columnChoice={saved.choice}
          onColumnChoice={saved.choose}
          rowActions={(row) => [
            { id: 'rename', label: t('service.workspaces.rename'), icon: IconPencil, onClick: () => open(row) },
            {
              id: 'remove',
              label: t('service.workspaces.remove'),
              icon: IconTrash,
              danger: true,
              onClick: () => setRemoving({ row, opened: true }),
            },
          ]}
          onOpen={open}
          onCreate={create}
          empty={
            <EmptyState
              text={t('service.empty.workspaces')}
              action={
                <Button kind="primary" onClick={create}>
                  {t('service.workspaces.new')}
                </Button>
              }
            />
          }
        />
      </BiAccountTabs>
      {shown && (
        <Part>
          {shown.id === null ? (
            <AddWorkspaces key={shown.opening} account={account ?? null} opened={opened} onClose={() => list.change({ new: undefined })} />
          ) : (
            <WorkspaceDrawer
              key={shown.opening}
              row={data?.items.find(({ id }) => id === shown.id) ?? null}
              waiting={!data}
              opened={opened}
              onClose={() => list.change({ id: undefined })}
            />
          )}
        </Part>
      )}
      {removing && (
        <Part>
          <RemoveWorkspace {...removing} onClose={() => setRemoving({ ...removing, opened: false })} />
        </Part>
      )}
    </div>
  );
}
