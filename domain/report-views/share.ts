import type { Refusal } from '../errors/refusal.ts';

export type ShareFacts = {
  /** The sender sees the report. */
  report: boolean;
  /** The view is of this report and shared. */
  view: boolean;
  /** The named users who can sign in, and whether each of them sees the report. */
  people: readonly { id: string; name: string; sees: boolean }[];
};
/** The users to notify; those who don't see the report are named to the sender instead. */
export type SharePlan = { receivers: readonly string[]; without: readonly { id: string; name: string }[] };

/** The hourly limit is not decided here: it is counted when the shares are written. */
export function decideShare(asked: { people: readonly string[]; viewId: string | undefined }, stored: ShareFacts): SharePlan | Refusal {
  if (!stored.report) return { refused: 'not_found' };
  if (asked.viewId && !stored.view) return { refused: 'not_found', field: 'viewId' };
  if (stored.people.length !== asked.people.length) return { refused: 'not_found', field: 'people' };
  return {
    receivers: stored.people.filter(({ sees }) => sees).map(({ id }) => id),
    without: stored.people.filter(({ sees }) => !sees).map(({ id, name }) => ({ id, name })),
  };
}
