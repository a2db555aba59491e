import { actionsFor, type StatusAction } from '../../../domain/users/transitions.ts';
import type { Translate } from '../../i18n.ts';
import {
  IconBan,
  IconCopy,
  IconFlask,
  IconHistory,
  IconLockOpen,
  IconMailForward,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRestore,
  IconTrash,
} from '../../ui/icons.ts';
import type { RowAction } from '../../ui/table/types.ts';
import type { UserRow } from './queries.ts';

const icons = {
  activate: IconPlayerPlay,
  test: IconFlask,
  deactivate: IconPlayerPause,
  block: IconBan,
  unblock: IconLockOpen,
} as const satisfies Record<StatusAction, unknown>;

type Does = {
  t: Translate;
  /** Absent on the user's own page. */
  open?: ((row: UserRow, tab?: string) => void) | undefined;
  duplicate: (row: UserRow) => void;
  invite: (row: UserRow) => void;
  status: (action: StatusAction, row: UserRow) => void;
  remove: (row: UserRow) => void;
  restore: (row: UserRow) => void;
  /** Actions that other parts of the portal offer for a user, such as viewing as that user. */
  more: (row: UserRow) => readonly RowAction[];
};

/** The actions of a user, in the list and on their page. */
export function getUserActions(row: UserRow, { t, open, duplicate, invite, status, remove, restore, more }: Does): RowAction[] {
  if (row.undoUntil) return [{ id: 'restore', label: t('users.action.restore'), icon: IconRestore, onClick: () => restore(row) }];
  const self = row.isMe ? t('users.self') : null;
  return [
    ...(open
      ? [
          { id: 'edit', label: t('users.action.edit'), icon: IconPencil, onClick: () => open(row) },
          { id: 'history', label: t('users.action.history'), icon: IconHistory, onClick: () => open(row, 'history') },
        ]
      : []),
    ...more(row),
    { id: 'duplicate', label: t('users.action.duplicate'), icon: IconCopy, onClick: () => duplicate(row) },
    ...(row.invitation === 'accepted'
      ? []
      : [
          {
            id: 'invite',
            label: t(row.invitation === 'sent' ? 'users.action.inviteAgain' : 'users.action.invite'),
            icon: IconMailForward,
            onClick: () => invite(row),
          },
        ]),
    ...actionsFor(row.status, row.isMe).map((action) => ({
      id: action,
      label: t(`users.action.${action}`),
      icon: icons[action],
      danger: action === 'block',
      onClick: () => status(action, row),
    })),
    { id: 'remove', label: t('users.action.remove'), icon: IconTrash, danger: true, disabledReason: self, onClick: () => remove(row) },
  ];
}
