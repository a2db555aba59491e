import type { GroupRow } from '../../../domain/report-groups/contract.ts';
import type { Translate } from '../../i18n.ts';
import {
  IconEye,
  IconEyeOff,
  IconFolderPlus,
  IconFolders,
  IconHistory,
  IconPencil,
  IconRestore,
  IconTool,
  IconTrash,
  IconZoomScan,
} from '../../ui/icons.ts';
import type { RowAction } from '../../ui/table/types.ts';
import { addresses, type ChangeAction } from './kind.ts';

type Ways = {
  t: Translate;
  go: (href: string) => void;
  edit: (row: GroupRow) => void;
  history: (row: GroupRow) => void;
  maintain: (row: GroupRow) => void;
  change: (action: ChangeAction, row: GroupRow) => void;
  remove: (row: GroupRow) => void;
};

/** All actions of a row; a deleted one offers only restore and history. */
export function getRowActions(row: GroupRow, { t, go, edit, history, maintain, change, remove }: Ways): RowAction[] {
  const past: RowAction = { id: 'history', label: t('groups.action.history'), icon: IconHistory, onClick: () => history(row) };
  if (row.visibility === 'deleted') {
    return [{ id: 'restore', label: t('groups.action.restore'), icon: IconRestore, onClick: () => change('restore', row) }, past];
  }
  const inside: RowAction[] =
    row.groupId === null
      ? [
          { id: 'subgroups', label: t('groups.action.subgroups'), icon: IconFolders, onClick: () => go(addresses.subgroups(row.id)) },
          { id: 'new', label: t('groups.subgroup.new'), icon: IconFolderPlus, onClick: () => go(addresses.newSubgroup(row.id)) },
        ]
      : [];
  const seen: RowAction[] =
    row.visibility === 'visible'
      ? [
          { id: 'open', label: t('groups.action.open'), icon: IconZoomScan, onClick: () => go(addresses.looking(row)) },
          { id: 'hide', label: t('groups.action.hide'), icon: IconEyeOff, onClick: () => change('hide', row) },
        ]
      : [{ id: 'show', label: t('groups.action.show'), icon: IconEye, onClick: () => change('show', row) }];
  return [
    { id: 'edit', label: t('groups.action.edit'), icon: IconPencil, onClick: () => edit(row) },
    ...inside,
    ...seen,
    { id: 'maintain', label: t('maintenance.put'), icon: IconTool, onClick: () => maintain(row) },
    past,
    { id: 'delete', label: t('groups.action.delete'), icon: IconTrash, danger: true, onClick: () => remove(row) },
  ];
}
