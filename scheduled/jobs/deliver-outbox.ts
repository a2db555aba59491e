import { promptLanes } from '../../domain/mail/lanes.ts';
import { deliverOutbox } from '../../functions/features/mail/index.ts';
import { logLine } from '../../functions/http/log.ts';
import type { Tick } from '../tick.ts';

// A batch works on four messages at a time (domain/jobs/queues.ts) and a Worker has six connections: each speaks to one mail server at a
// time, so that the database is always reached.
const atOnce = 1;

/** Delivers what no message of the queue came for, and what is due again. */
export const sweepOutbox = ({ env, database }: Tick): Promise<Record<string, number>> =>
  deliverOutbox({ env, database, now: Date.now }, { atOnce });

/** The same when a message says so: what people of one tenant wait for, or everything of all after a job that may have told people something. */
export async function deliver({ env, database }: Tick, { tenant, at }: { tenant: string | null; at?: string | undefined }): Promise<void> {
  const counts = await deliverOutbox({ env, database, now: Date.now }, { atOnce, ...(tenant && { lanes: promptLanes, tenant }) });
  if (!tenant) logLine('info', 'outbox', { at, ...counts });
}
