import type { Refusal } from '../errors/refusal.ts';
import { pick } from '../fields/fields.ts';
import type { AskedGroup, Found } from './facts.ts';
import { type GroupFacts, textNames } from './fields.ts';

/** A sub-group needs a group; a group doesn't take one. */
export function refusePlace(kind: 'groups' | 'subgroups', groupId: string | null | undefined): Refusal | null {
  if (kind === 'subgroups' && !groupId) return { refused: 'required', field: 'groupId', vars: { name: 'groupId' } };
  if (kind === 'groups' && groupId) return { refused: 'invalid_input', field: 'groupId', vars: { name: 'groupId', reason: 'unknown' } };
  return null;
}

/** Decides whether a group or sub-group can be added; the plan is what the audit log stores. */
export function decideAdd(asked: AskedGroup, found: Found): { after: GroupFacts } | Refusal {
  if (found.viewers !== asked.viewers.length) return { refused: 'not_found', field: 'viewers' };
  if (asked.groupId && found.group === null) return { refused: 'group_not_found', field: 'groupId' };
  const { name, audience, viewers } = asked;
  return { after: { name, ...pick(asked, textNames), audience, viewers: viewers.length } };
}
