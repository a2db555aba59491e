import { settleDueAddresses } from '../../functions/features/settings/index.ts';
import type { Tick } from '../tick.ts';

/** Undoes changes of the allowed addresses that were not confirmed in time (BEHAVIOUR 14). */
export const settleAddresses = ({ database, env }: Tick): Promise<Record<string, number>> => settleDueAddresses(database, env);
