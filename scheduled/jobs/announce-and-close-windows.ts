import { announceAndClose } from '../../functions/features/maintenance/index.ts';
import type { Tick } from '../tick.ts';

/** Announces windows of maintenance, marks their start and tells at their end who asked for it (BEHAVIOUR 7). */
export const announceAndCloseWindows = ({ database }: Tick): Promise<Record<string, number>> => announceAndClose(database);
