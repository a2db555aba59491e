import { tellDueTrials } from '../../functions/features/tenants/index.ts';
import type { Tick } from '../tick.ts';

/** Sends the notices before and after a trial's end, and deletes trials that were not continued. */
export const tellOfTrials = ({ database, env }: Tick): Promise<Record<string, number>> => tellDueTrials(database, env);
