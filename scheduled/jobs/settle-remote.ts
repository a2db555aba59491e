import { settleDueRemote } from '../../functions/features/remote-access/index.ts';
import type { Tick } from '../tick.ts';

/** Lets requests for remote access expire, and ends and tells of sessions that time or a lost right has ended (BEHAVIOUR 8). */
export const settleRemote = ({ database }: Tick): Promise<Record<string, number>> => settleDueRemote(database);
