import { promptLanes } from '../../domain/mail/lanes.ts';
import { deliverOutbox } from '../../functions/features/mail/index.ts';
import type { Tick } from '../tick.ts';

/** Delivers what no message of the queue came for, and what is due again. */
export const sweepOutbox = ({ env, database }: Tick): Promise<Record<string, number>> => deliverOutbox({ env, database, now: Date.now });

/** What people of one tenant wait for, at once. */
export const deliverNow = ({ env, database }: Tick, { tenant }: { tenant: string }): Promise<Record<string, number>> =>
  deliverOutbox({ env, database, now: Date.now }, { lanes: promptLanes, tenant });
