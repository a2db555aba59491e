import { fanOutMailings } from '../../functions/features/mailings/index.ts';
import { announceAndClose } from '../../functions/features/maintenance/index.ts';
import type { Tick } from '../tick.ts';

/** Announces windows of maintenance, marks their start and tells at their end who asked for it (BEHAVIOUR 7); what was announced is told at once. */
export async function announceAndCloseWindows({ database }: Tick): Promise<Record<string, number>> {
  const { due } = await announceAndClose(database);
  return { due, ...(due > 0 ? await fanOutMailings({ database, now: Date.now }) : {}) };
}
