import type { Action } from '../../domain/access/permissions.ts';
import type { RowAction } from '../ui/table/types.ts';
import type { CallOutput } from './api.ts';
import type { Translate } from './i18n.ts';

export type ListedUser = CallOutput<'GET /api/auth/users'>['items'][number];

/** Something that a part of the portal offers for a person, in the list of people and on the person's page. */
export type UserPart = {
  needs: Action;
  /** The entry of the menu, or null where it makes no sense for this person. */
  action: (user: ListedUser, tools: { t: Translate; go: (href: string) => void }) => RowAction | null;
};

export const userParts: readonly UserPart[] = [];
