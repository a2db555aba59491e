import { settleDueRemote } from '../../functions/features/remote-access/index.ts';
import type { Tick } from '../tick.ts';

/** Expires requests for remote access, and closes and reports sessions ended by time or by a lost permission (BEHAVIOUR 8). */
export const settleRemote = ({ database }: Tick): Promise<Record<string, number>> => settleDueRemote(database);
