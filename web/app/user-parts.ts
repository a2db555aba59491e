import type { Action } from '../../domain/access/permissions.ts';
import { enterAction, lookAction } from '../features/remote-access/index.ts';
import type { Translate } from '../i18n.ts';
import type { RowAction } from '../ui/table/types.ts';
import type { CallOutput } from './api.ts';

type ListedUser = CallOutput<'GET /api/auth/users'>['items'][number];

/** Something that a part of the portal offers for a person, in the list of people and on the person's page. */
export type UserPart = {
  needs: Action;
  /** The entry of the menu, or null where it makes no sense for this person. */
  action: (user: ListedUser, tools: { t: Translate; go: (href: string) => void }) => RowAction | null;
};

/** Nobody looks at or enters himself, or somebody of no lower profile; what else stands in the way the server says. */
const enterable = (user: ListedUser): boolean => !user.isMe && user.profile === 'user';

export const userParts: readonly UserPart[] = [
  { needs: 'remote.look', action: (user, tools) => (enterable(user) ? lookAction(user, tools) : null) },
  { needs: 'remote.ask', action: (user, tools) => (enterable(user) ? enterAction(user, tools) : null) },
];
