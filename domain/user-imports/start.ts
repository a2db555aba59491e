import type { Refusal } from '../errors/refusal.ts';

/** The rows of an import after the last check: with faults, and ready. `started` is 1 where the run has begun. */
export type StartOutcome = { bad: number; ready: number; started: number };

/** Why an import did not start: rows with faults that were not to be ignored, no row that is ready, or it is no longer in review. */
export function refuseStart(outcome: StartOutcome | undefined, ignore: boolean): Refusal | null {
  if (outcome?.started) return null;
  if (outcome && outcome.bad > 0 && !ignore) return { refused: 'import_rows_invalid', vars: { count: outcome.bad } };
  return outcome?.ready === 0 ? { refused: 'import_no_rows' } : { refused: 'changed_meanwhile' };
}
