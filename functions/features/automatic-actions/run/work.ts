import type { Database } from '../../../../db/client.ts';
import type { RunNotes } from '../../../../domain/automatic-actions/claim.ts';
import type { Ended } from '../../../../domain/automatic-actions/run.ts';
import type { Failure } from '../../../../domain/automatic-actions/runs.ts';
import type { Env } from '../../../request/env.ts';
import type { FoundStanding } from '../standing.ts';

/** What a run works with; `now` is the tick's time. */
export type Work = { env: Env; database: Database; tenant: string; now: Date };
/** A run that this Worker took; instants as the database writes them. */
type TakenRun = {
  id: string;
  task_id: string;
  due_at: string;
  started_at: string;
  attempt: number;
  by_hand: boolean;
  notes: RunNotes;
};
export type RunOf = { run: TakenRun; task: FoundStanding };

/** How an attempt went: it ended the run, or it failed and may be made again. */
export type Outcome = Ended | { failure: Failure; reason: NonNullable<Ended['reason']> };
