import { promptLanes } from '../../domain/mail/lanes.ts';
import { deliverOutbox } from '../../functions/features/mail/index.ts';
import { logLine } from '../../functions/request/log.ts';
import type { Tick } from '../tick.ts';

/** Delivers mail whose message was lost, and mail that is due for a retry. */
export const sweepOutbox = ({ env, database }: Tick): Promise<Record<string, number>> => deliverOutbox({ env, database, now: Date.now });

/** Delivers on a message: the mail of one tenant, or of all tenants after a job that may have notified people. */
export async function deliver({ env, database }: Tick, { tenant, at }: { tenant: string | null; at?: string | undefined }): Promise<void> {
  const counts = await deliverOutbox({ env, database, now: Date.now }, tenant ? { lanes: promptLanes, tenant } : {});
  if (!tenant) logLine('info', 'outbox', { at, ...counts });
}
