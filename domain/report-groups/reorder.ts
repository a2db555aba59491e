import type { Refusal } from '../errors/refusal.ts';

export type Placed = { id: string; position: number };
/** `moves` is false when every row already has its position and nothing needs to be written. */
export type OrderPlan = { moves: boolean; change: { before: string[]; after: readonly string[] } };

/** An order lists each id once; an order of sub-groups names their group. */
export function refuseOrder(kind: 'groups' | 'subgroups', groupId: string | undefined, ids: readonly string[]): Refusal | null {
  if (kind === 'subgroups' && !groupId) return { refused: 'required', field: 'groupId', vars: { name: 'groupId' } };
  return refuseRepeated(ids);
}

export const refuseRepeated = (ids: readonly string[]): Refusal | null =>
  new Set(ids).size === ids.length ? null : { refused: 'invalid_input', field: 'ids', vars: { name: 'ids', reason: 'repeated' } };

/**
 * Accepts the complete order only: if someone else has added or removed a row, it is refused. `isPartial` is for one page of a list: its
 * rows swap places among themselves, the others stay, and only a row of the page that is gone is refused. `stored` is sorted by position.
 */
export function decideOrder(asked: readonly string[], stored: readonly Placed[], isPartial = false): OrderPlan | Refusal {
  const before = stored.map(({ id }) => id);
  const known = new Set(before);
  if (asked.some((id) => !known.has(id)) || (!isPartial && asked.length !== stored.length)) return { refused: 'changed_meanwhile' };
  const moved = new Set(asked);
  let next = 0;
  const after = before.map((id) => (moved.has(id) ? (asked[next++] ?? id) : id));
  return { moves: stored.some(({ position }, at) => after[at] !== before[at] || position !== at), change: { before, after } };
}
