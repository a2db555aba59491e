import { fanOutMailings } from '../../functions/features/mailings/index.ts';
import { announceAndClose } from '../../functions/features/maintenance/index.ts';
import type { Tick } from '../tick.ts';

/**
 * Announces maintenance windows, marks their start, and at their end notifies the people who asked for it (BEHAVIOUR 7). Announcements are
 * sent at once.
 */
export async function announceAndCloseWindows({ database }: Tick): Promise<Record<string, number>> {
  const { due } = await announceAndClose(database);
  return { due, ...(due > 0 ? await fanOutMailings({ database, now: Date.now }) : {}) };
}
