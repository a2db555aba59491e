import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import type { Translate } from '../../i18n.ts';
import {
  IconBookmark,
  IconBooks,
  IconCircleCheck,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconHistory,
  IconPencil,
  IconTool,
  IconTrash,
  IconUserPlus,
  IconZoomScan,
} from '../../ui/icons.ts';
import type { RowAction } from '../../ui/table/types.ts';
import type { Undoable } from './views.ts';

type Ways = {
  t: Translate;
  open: (row: ManagedRow, tab?: string) => void;
  look: (row: ManagedRow) => void;
  change: (action: Undoable, row: ManagedRow) => void;
  move: (row: ManagedRow) => void;
  /** Only for users who may give access. */
  give?: ((row: ManagedRow) => void) | undefined;
  /** Only for users who may schedule maintenance. */
  maintain?: ((row: ManagedRow) => void) | undefined;
  remove: (row: ManagedRow) => void;
};

/** All actions of a row; the same as in the report's tools. */
export function getRowActions(row: ManagedRow, { t, open, look, change, move, give, maintain, remove }: Ways): RowAction[] {
  const flip = (on: boolean, yes: Undoable, no: Undoable, icon: RowAction['icon']): RowAction => {
    const action = on ? no : yes;
    return { id: action, label: t(`manage.action.${action}`), icon, onClick: () => change(action, row) };
  };
  return [
    { id: 'edit', label: t('manage.action.edit'), icon: IconPencil, onClick: () => open(row) },
    ...(row.hidden ? [] : [{ id: 'look', label: t('manage.action.look'), icon: IconZoomScan, onClick: () => look(row) }]),
    ...(give ? [{ id: 'give', label: t('manage.action.give'), icon: IconUserPlus, onClick: () => give(row) }] : []),
    flip(row.hidden, 'hide', 'show', row.hidden ? IconEye : IconEyeOff),
    flip(row.verified, 'verify', 'unverify', row.verified ? IconBookmark : IconCircleCheck),
    flip(row.onCatalog, 'catalog', 'uncatalog', IconBooks),
    { id: 'move', label: t('manage.action.move'), icon: IconFolderSymlink, onClick: () => move(row) },
    ...(maintain ? [{ id: 'maintain', label: t('maintenance.put'), icon: IconTool, onClick: () => maintain(row) }] : []),
    { id: 'history', label: t('manage.action.history'), icon: IconHistory, onClick: () => open(row, 'history') },
    { id: 'delete', label: t('manage.action.delete'), icon: IconTrash, danger: true, onClick: () => remove(row) },
  ];
}
