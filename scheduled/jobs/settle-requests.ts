import { settleDueRequests } from '../../functions/features/catalogs/index.ts';
import type { Tick } from '../tick.ts';

/** Reminds of requests of the catalog, lets them expire, and ends what was granted until a day (BEHAVIOUR 5). */
export const settleRequests = ({ database }: Tick): Promise<Record<string, number>> => settleDueRequests(database);
