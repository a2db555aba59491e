import type { Refusal } from '../errors/refusal.ts';
import type { Choices } from './contract.ts';
import type { ImportedPerson } from './read-row.ts';

/** The rows of an import after the last check: with faults, and ready. `started` is 1 where the run has begun. */
export type StartOutcome = { bad: number; ready: number; started: number };

/** Why an import didn't start: rows with faults that aren't to be ignored, no row that is ready, or it is no longer in review. */
export function refuseStart(outcome: StartOutcome | undefined, ignore: boolean): Refusal | null {
  if (outcome?.started) return null;
  if (outcome && outcome.bad > 0 && !ignore) return { refused: 'import_rows_invalid', vars: { count: outcome.bad } };
  return outcome?.ready === 0 ? { refused: 'import_no_rows' } : { refused: 'changed_meanwhile' };
}

/**
 * Whether an import does what a visitor may not, since a job carries it out without the visit's limits: a visitor only adds users with the
 * profile user and changes no existing ones.
 */
export const exceedsVisit = (rows: readonly { person: Partial<ImportedPerson> }[], { update }: Choices): boolean =>
  update || rows.some(({ person }) => (person.profile ?? 'user') !== 'user');
