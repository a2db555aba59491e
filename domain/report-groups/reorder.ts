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

/** Accepts the complete order only: if someone else has added or removed a row, it is refused. `stored` is sorted by position. */
export function decideOrder(asked: readonly string[], stored: readonly Placed[]): OrderPlan | Refusal {
  const places = new Map(asked.map((id, at) => [id, at]));
  if (asked.length !== stored.length || stored.some(({ id }) => !places.has(id))) return { refused: 'changed_meanwhile' };
  return {
    moves: stored.some(({ id, position }) => places.get(id) !== position),
    change: { before: stored.map(({ id }) => id), after: asked },
  };
}
