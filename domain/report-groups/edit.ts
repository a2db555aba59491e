import type { Refusal } from '../errors/refusal.ts';
import { buildRecord } from '../fields/fields.ts';
import type { AskedEdit, Found } from './facts.ts';
import { type GroupFacts, textNames } from './fields.ts';

/** The stored row, with the number of selected people and the name of a sub-group's group. */
export type StoredGroup = GroupFacts & { version: number };
/** `viewers` replaces the selected people; undefined leaves them unchanged. */
export type EditPlan = { version: number; viewers: readonly string[] | undefined; change: { before: GroupFacts; after: GroupFacts } };

/** Decides whether the requested values can replace the version the user saw (optimistic lock). */
export function decideEdit(asked: AskedEdit, stored: StoredGroup | undefined, found: Found): EditPlan | Refusal {
  if (!stored) return { refused: 'group_not_found' };
  const audience = asked.audience ?? stored.audience;
  const viewers = audience === 'everyone' ? [] : asked.viewers;
  if (viewers && viewers.length > 0 && found.viewers !== viewers.length) return { refused: 'not_found', field: 'viewers' };
  if (asked.groupId && found.group === null) return { refused: 'group_not_found', field: 'groupId' };
  if (stored.version !== asked.version) return { refused: 'changed_meanwhile' };
  const { version, ...before } = stored;
  const after = {
    name: asked.name,
    ...buildRecord(textNames, (name) => asked[name] ?? before[name]),
    audience,
    viewers: viewers?.length ?? before.viewers,
    group: found.group ?? before.group,
  };
  return { version: version + 1, viewers, change: { before, after } };
}
