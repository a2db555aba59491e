import type { Refusal } from '../errors/refusal.ts';

/** `people` are named by id; `group` is the one whose members join. */
type AskedMembers = { id: string; people: readonly string[]; group: string | undefined };
/** The groups among those asked for that exist, and how many of the named people. */
type FoundMembers = { groups: readonly string[]; people: number };

/** Why no one joins: a missing named user leaves everything unchanged, an unknown address doesn’t. */
export function refuseMembers({ id, people, group }: AskedMembers, found: FoundMembers): Refusal | null {
  if (!found.groups.includes(id)) return { refused: 'not_found' };
  if (found.people !== people.length) return { refused: 'not_found', field: 'people' };
  return group === undefined || found.groups.includes(group) ? null : { refused: 'not_found', field: 'filter' };
}
