import { lazy, useState } from 'react';
import { formatNumber } from '../../../domain/format/number.ts';
import { changedSearch, stringifySearch } from '../../app/address/address.ts';
import { useListAddress, withoutPage } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { ListTable } from '../../app/layouts/ListTable.tsx';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPencil } from '../../ui/icons.ts';
import type { Column } from '../../ui/table/types.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { ListViews, useListViews } from '../list-views/index.ts';
import { groupOptions, groupsQuery, toGroupInput } from './loader.ts';
import type { Group } from './queries.ts';

const MappingDrawer = lazy(() => import('./MappingDrawer.tsx').then((module) => ({ default: module.MappingDrawer })));

/** The directory's groups and their mappings. */
export function DirectoryGroups() {
  const { t, language } = useTranslation();
  const list = useListAddress(groupOptions);
  const input = toGroupInput(list);
  const narrowed = withoutPage(input);
  const saved = useListViews({ list: 'scim-groups', address: list });
  const [target, setTarget] = useState<{ group: Group; opening: number } | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (group: Group) => {
    setTarget({ group, opening: (target?.opening ?? 0) + 1 });
    setOpened(true);
  };
  const columns: Column<Group>[] = [
    { id: 'name', header: t('scim.group.name'), rowHeader: true, sortable: true, phone: 'name', cell: (row) => <b>{row.name}</b> },
    {
      ...{ id: 'group', header: t('scim.group.leads'), phone: 'fact' as const },
      cell: (row) => (
        <UiLink href={`/group_users?id=${row.group.id}`} className="link">
          {row.group.name}
        </UiLink>
      ),
    },
    {
      ...{ id: 'profile', header: t('scim.group.profile'), phone: 'status' as const },
      cell: (row) => (row.profile ? <Badge tone="info">{t('scim.group.admins')}</Badge> : '–'),
    },
    {
      ...{ id: 'members', header: t('scim.group.members'), sortable: true, align: 'right' as const },
      cell: (row) => <span className="num">{formatNumber(language, row.members)}</span>,
    },
  ];
  const file = useTableFile((part) => call('GET /api/auth/scim/groups/export', { ...narrowed, part }), { columns, choice: saved.choice });
  return (
    <>
      <p className="muted">{t('scim.groups.text')}</p>
      <ListTable
        list={list}
        query={groupsQuery(input)}
        above={(answer) => (
          <ListViews saved={saved} label={t('scim.groups.views')}>
            <Chip
              href={`/azure/saml${changedSearch(stringifySearch(list.values), { saved: undefined, search: undefined, sort: undefined, page: undefined })}`}
              on={!saved.current}
              count={answer && formatNumber(language, answer.total)}
            >
              {t('scim.view.all')}
            </Chip>
          </ListViews>
        )}
        caption={t('scim.part.groups')}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        searchLabel={t('scim.groups.search')}
        file={file}
        saved={saved}
        rowActions={(row) => [{ id: 'edit', label: t('scim.group.edit'), icon: IconPencil, onClick: () => open(row) }]}
        onOpen={open}
        empty={<EmptyState text={t('scim.groups.empty')} />}
      />
      {target && (
        <Part>
          <MappingDrawer key={target.opening} group={target.group} opened={opened} onClose={() => setOpened(false)} />
        </Part>
      )}
    </>
  );
}
