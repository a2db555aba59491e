import type { Action } from '../../../domain/access/permissions.ts';
import { enterAction, lookAction } from '../../features/remote-access/index.ts';
import type { Translate } from '../../i18n.ts';
import type { RowAction } from '../../ui/table/types.ts';
import type { CallOutput } from '../data/api.ts';

type ListedUser = CallOutput<'GET /api/auth/users'>['items'][number];

/** An action that a part of the portal offers for a user, in the user list and on the user's page. */
export type UserPart = {
  needs: Action;
  /** The menu entry, or null where it does not apply to this user. */
  action: (user: ListedUser, tools: { t: Translate; go: (href: string) => void }) => RowAction | null;
};

/** Administrators cannot view or enter their own account or one that is not an ordinary user's; the server checks everything else. */
const enterable = (user: ListedUser): boolean => !user.isMe && user.profile === 'user';

export const userParts: readonly UserPart[] = [
  { needs: 'remote.look', action: (user, tools) => (enterable(user) ? lookAction(user, tools) : null) },
  { needs: 'remote.ask', action: (user, tools) => (enterable(user) ? enterAction(user, tools) : null) },
];
