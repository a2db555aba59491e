import type { Acting } from './acting.ts';
import { type Action, actions, type Cell, can, permissions } from './permissions.ts';
import type { Profile } from './profile.ts';

export type Giver = { profile: Profile; flags: readonly string[]; acting?: Acting | undefined };
/** What a user would have after the change: a profile, flags, and reports shown without the filter their author intended. */
export type Gift = { profile?: Profile | undefined; flags?: readonly string[]; releases?: boolean };

const ranks: Record<Profile, number> = { user: 0, admin: 1, master: 2, a2m: 3 };

const getFlags = (cell: Cell): readonly string[] => {
  if (typeof cell === 'string') return [];
  if ('allOf' in cell) return cell.allOf;
  return 'anyOf' in cell ? cell.anyOf : [cell.flag];
};

/** The actions that a flag opens, or helps to open, for users of a profile. */
export const openedBy = (flag: string, profile: Profile): Action[] =>
  actions.filter((action) => getFlags(permissions[action][profile]).includes(flag));

/**
 * Whether a user may give this: never a profile above their own, nor a flag for an action they couldn't do themselves. A user who acts as
 * another may only give the lowest profile: the visit ends, but an administrator it created would stay.
 */
export function mayGive(giver: Giver, { profile = 'user', flags = [], releases = false }: Gift): boolean {
  if (ranks[profile] > ranks[giver.profile] || (giver.acting && profile !== 'user')) return false;
  if (releases && !can(giver, 'grants.unfiltered')) return false;
  return flags.every((flag) => openedBy(flag, profile).every((action) => can(giver, action)));
}
