import { settleDueRequests } from '../../functions/features/catalogs/index.ts';
import type { Tick } from '../tick.ts';

/** Sends reminders of catalog requests, expires requests, and ends access that was granted until a date (BEHAVIOUR 5). */
export const settleRequests = ({ database }: Tick): Promise<Record<string, number>> => settleDueRequests(database);
