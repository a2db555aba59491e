import type { Refusal } from '../errors/refusal.ts';

type Profile = 'admin' | null;
type Facts = { group: string; profile: Profile };
/** A group of the directory, and the portal's group it maps to. */
export type StoredMapping = {
  version: number;
  name: string;
  groupId: string;
  groupName: string;
  profile: Profile;
  linked: boolean;
};
/** `target` is the portal's group to map to; null leaves the mapping unchanged. */
export type AskedMapping = { version: number; profile: Profile; target: string | null };
/** What exists of it; `target` is the name of the group. */
export type FoundMapping = { allowed: boolean; unit: boolean; target: string | undefined };
export type MapPlan = {
  version: number;
  linked: boolean;
  /** All members of one group join another; the group that the directory had created is deleted. */
  move: { from: string; to: string; toName: string; removes: string | null } | null;
  change: { name: string; before: Facts; after: Facts };
};

/** Decides whether a directory's group can be mapped elsewhere and give a profile; only a unit's groups give one. */
export function decideMap(
  { version, profile, target }: AskedMapping,
  stored: StoredMapping | undefined,
  found: FoundMapping,
): MapPlan | Refusal {
  if (!found.allowed) return { refused: 'function_disabled' };
  if (!stored) return { refused: 'not_found' };
  if (target !== null && found.target === undefined) return { refused: 'not_found', field: 'userGroupId' };
  if (profile !== null && !found.unit) return { refused: 'invalid_input', field: 'profile', vars: { name: 'profile', reason: 'invalid' } };
  if (stored.version !== version) return { refused: 'changed_meanwhile' };
  const { name, groupId, groupName, linked } = stored;
  const move =
    target !== null && target !== groupId && found.target !== undefined
      ? { from: groupId, to: target, toName: found.target, removes: linked ? null : groupName }
      : null;
  return {
    version: version + 1,
    linked: linked || move !== null,
    move,
    change: { name, before: { group: groupName, profile: stored.profile }, after: { group: move?.toName ?? groupName, profile } },
  };
}
