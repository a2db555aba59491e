import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { WorkspaceRow } from '../../../domain/bi-accounts/workspaces/contract.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { AccountFilter } from './AccountFilter.tsx';
import { BiAccountTabs } from './BiAccountTabs.tsx';
import { pickerQuery, workspaceOptions, workspacesInput, workspacesQuery } from './loader.ts';
import { workspaceColumns } from './workspace-columns.tsx';
import './bi-accounts.css';

const AddWorkspaces = lazy(() => import('./AddWorkspaces.tsx').then((module) => ({ default: module.AddWorkspaces })));
const WorkspaceDrawer = lazy(() => import('./WorkspaceDrawer.tsx').then((module) => ({ default: module.WorkspaceDrawer })));
const RemoveWorkspace = lazy(() => import('./RemoveWorkspace.tsx').then((module) => ({ default: module.RemoveWorkspace })));

/** The workspaces this tenant publishes from: added from the service or created there, renamed here, removed. */
export function WorkspacesPage() {
  const { t, language } = useTranslation();
  const zone = useZone();
  const list = useListAddress(workspaceOptions);
  const { shown, opened } = useDrawerTarget(list.values);
  const [removing, setRemoving] = useState<{ row: WorkspaceRow; opened: boolean } | null>(null);
  const input = workspacesInput(list);
  const filter = withoutPage(input);
  const { account } = input;
  // No suspense: the name of the account in the filter comes beside the list.
  const { data: accounts } = useQuery(pickerQuery);
  // No suspense: a disabled account is named by its rows alone; the table itself waits for them.
  const { data: listed } = useQuery(workspacesQuery(input));
  const saved = useListViews({ list: 'service-workspaces', address: list, hidden: ['serviceId'] });
  const title = t('service.title');
  useBreadcrumb([{ label: t('service.crumb') }, { label: title }]);
  const hrefWith = (params: Parameters<typeof changedSearch>[1]) =>
    `/powerbi/workspace${changedSearch(stringifySearch(list.values), params)}`;
  const columns = workspaceColumns({
    t,
    language,
    zone,
    editHref: (row) => hrefWith({ id: row.id }),
    accountHref: (row) => `/powerbi?id=${row.accountId}`,
  });
  const file = useTableFile((part) => call('GET /api/auth/workspaces/export', { ...filter, part }), { columns, choice: saved.choice });
  const open = (row: WorkspaceRow) => list.change({ id: row.id, new: undefined });
  const create = () => list.change({ new: '1', id: undefined });
  const accountName = accounts?.items.find(({ id }) => id === account)?.name ?? listed?.items[0]?.accountName ?? '…';
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
        <ListTable
          list={list}
          query={workspacesQuery(input)}
          caption={t('service.tab.workspaces')}
          columns={columns}
          rowId={(row) => row.id}
          rowName={(row) => row.name}
          order={{ column: 'name', direction: 'asc' }}
          searchLabel={t('service.search.workspaces')}
          file={file}
          saved={saved}
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
              id={shown.id}
              query={workspacesQuery(input)}
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
