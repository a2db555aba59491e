import { tellDueTrials } from '../../functions/features/tenants/index.ts';
import type { Tick } from '../tick.ts';

/** What time does to trials: the notices before and after their end, and the deletion of what nobody went on with. */
export const tellOfTrials = ({ database, env }: Tick): Promise<Record<string, number>> => tellDueTrials(database, env);
