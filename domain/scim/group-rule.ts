import { cut } from '../text/cut.ts';
import { maxNameLength } from '../user-groups/limits.ts';
import { invalidValue, ScimError } from './error.ts';
import type { GroupChange } from './group.ts';

/** The members of a request: how many are users here or were until they were removed, who was removed, and a few who never have been. */
type FoundMembers = { known: number; gone: readonly string[]; strangers: readonly string[] };
/** `holders`: the portal's groups that have the requested name, here or in the directory. */
export type FoundGroup = FoundMembers & { holders: readonly string[] };

/**
 * A group as the directory (`displayName`, `displayKey`) and the portal (`id`, `name`) know it; a linked one existed in the portal before.
 */
export type StoredGroup = {
  id: string;
  name: string;
  directoryId: string;
  displayName: string;
  displayKey: string;
  externalId: string | null;
  linked: boolean;
  version: string;
};
export type Named = { displayName: string; key: string };

export type GroupPlan = {
  displayName: string;
  displayKey: string;
  externalId: string | null;
  /** The portal's own name after the change, and its key; the key is null where both stay. */
  name: string;
  sortKey: string | null;
  /** Whether name or identifier differ, and the record of it: none for a linked group, which keeps its own name. */
  edited: boolean;
  change: { before: { name: string }; after: { name: string } } | null;
};

/** The portal's name for a directory's group; the directory's may be longer. */
export const nameInPortal = (displayName: string) => cut(displayName, maxNameLength).trim();

function refuseNamed(named: Named | null, own: string | null, { holders }: FoundGroup): void {
  if (named && holders.some((id) => id !== own))
    throw new ScimError(409, `A group "${named.displayName}" exists: find it by its displayName and change it.`, 'uniqueness');
}

/** Users removed from the portal are skipped; an id that was never a user's refuses the whole push. */
function refuseStrangers(asked: number, { known, strangers }: FoundMembers): void {
  if (known !== asked) throw invalidValue(`A member is not a person of this tenant: ${strangers.map((id) => `"${id}"`).join(', ')}.`);
}

export function refuseNewGroup(named: Named, members: number, found: FoundGroup): void {
  refuseNamed(named, null, found);
  refuseStrangers(members, found);
}

/** What a change makes of a group; who joins and leaves is decided row by row when it is written. */
export function planGroupChange(
  named: Named | null,
  { add, externalId }: Pick<GroupChange, 'add' | 'externalId'>,
  stored: StoredGroup,
  found: FoundGroup,
): GroupPlan {
  refuseNamed(named, stored.id, found);
  refuseStrangers(add.size, found);
  const displayName = named?.displayName ?? stored.displayName;
  const external = externalId === undefined ? stored.externalId : externalId;
  const edited = displayName !== stored.displayName || external !== stored.externalId;
  const renames = named !== null && !stored.linked;
  return {
    displayName,
    displayKey: named?.key ?? stored.displayKey,
    externalId: external,
    name: renames ? nameInPortal(displayName) : stored.name,
    sortKey: renames ? named.key : null,
    edited,
    change: edited && !stored.linked ? { before: { name: stored.displayName }, after: { name: displayName } } : null,
  };
}
