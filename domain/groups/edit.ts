import type { Refusal } from '../errors/refusal.ts';
import type { Audience } from './audience.ts';
import type { AskedGroup, Found, GroupFacts } from './facts.ts';

/** The stored row, with how many people are chosen and the name of a sub-group's group. */
export type StoredGroup = { version: number; name: string; description: string; audience: Audience; viewers: number; group?: string };
export type EditPlan = { version: number; change: { before: GroupFacts; after: GroupFacts } };

/** Decides whether the requested values can replace the version the user saw (optimistic lock). */
export function decideEdit(asked: AskedGroup & { version: number }, stored: StoredGroup | undefined, found: Found): EditPlan | Refusal {
  if (!stored) return { refused: 'group_not_found' };
  if (found.viewers !== asked.viewers.length) return { refused: 'not_found', field: 'viewers' };
  if (asked.groupId && found.group === null) return { refused: 'group_not_found', field: 'groupId' };
  if (stored.version !== asked.version) return { refused: 'changed_meanwhile' };
  const { version, ...before } = stored;
  const { name, description, audience } = asked;
  const after = { name, description, audience, viewers: asked.viewers.length, group: found.group ?? before.group };
  return { version: version + 1, change: { before, after } };
}
