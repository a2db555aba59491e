import { promptLanes } from '../../domain/mail/lanes.ts';
import { deliverOutbox } from '../../functions/features/mail/index.ts';
import { logLine } from '../../functions/http/log.ts';
import type { Tick } from '../tick.ts';

/** Delivers what no message of the queue came for, and what is due again. */
export const sweepOutbox = ({ env, database }: Tick): Promise<Record<string, number>> => deliverOutbox({ env, database, now: Date.now });

/** The same when a message says so: what people of one tenant wait for, or everything of all after a job that may have told people something. */
export async function deliver({ env, database }: Tick, { tenant }: { tenant: string | null }): Promise<void> {
  const counts = await deliverOutbox({ env, database, now: Date.now }, tenant ? { lanes: promptLanes, tenant } : undefined);
  if (!tenant) logLine('info', 'outbox', counts);
}
