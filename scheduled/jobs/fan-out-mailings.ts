import { fanOutMailings } from '../../functions/features/mailings/index.ts';
import type { Tick } from '../tick.ts';

/** Continues mailings whose message was lost or that were interrupted. */
export const fanOut = ({ database }: Tick): Promise<Record<string, number>> => fanOutMailings({ database, now: Date.now });

/** The same for one tenant at once; its mail leaves as it is due. */
export const fanOutNow = ({ database }: Tick, { tenant }: { tenant: string }): Promise<Record<string, number>> =>
  fanOutMailings({ database, now: Date.now }, { tenant });
