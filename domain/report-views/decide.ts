import type { Refusal } from '../errors/refusal.ts';

/** What the change history stores about a view. */
type ViewFacts = { name: string; shared: boolean; moment: boolean };
export type StoredView = { version: number; name: string; shared: boolean };
export type EditPlan = { version: number; change: { before: Partial<ViewFacts>; after: ViewFacts } };

/** `stored` is the user's own view of a report that they see; `moment` says whether its content is replaced. */
export function decideEdit(
  asked: { version: number; name: string; shared: boolean; moment: boolean },
  stored: StoredView | undefined,
): EditPlan | Refusal {
  if (!stored) return { refused: 'not_found' };
  const { version, ...after } = asked;
  if (stored.version !== version) return { refused: 'changed_meanwhile' };
  return { version: version + 1, change: { before: { name: stored.name, shared: stored.shared }, after } };
}

/** Users remove their own views; managers of reports remove shared ones too. A personal view of another user is as absent as none. */
export const refuseRemove = (stored: { own: boolean; shared: boolean } | undefined, manages: boolean): Refusal | null =>
  stored?.own || (stored?.shared && manages) ? null : { refused: 'not_found' };

/** The view with which a report opens: both exist for the user, or no view is chosen. */
export const refuseChoice = (asked: { viewId: string | null }, found: { report: boolean; view: boolean }): Refusal | null =>
  found.report && (asked.viewId === null || found.view) ? null : { refused: 'not_found' };
