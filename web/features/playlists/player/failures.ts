import type { PlayItem } from '../../../../domain/playlists/contract.ts';
import { timing } from './timing.ts';

/** Counts consecutive failing laps per item; three drop the item from the lap, with an occasional retry. */
export function createFailures(now: () => number) {
  const counts = new Map<string, { laps: number; at: number }>();
  const fallen = (id: string) => (counts.get(id)?.laps ?? 0) >= timing.failingLaps;
  return {
    note(id: string) {
      counts.set(id, { laps: (counts.get(id)?.laps ?? 0) + 1, at: now() });
    },
    clear: (id: string) => void counts.delete(id),
    forget: () => counts.clear(),
    keep(ids: readonly string[]) {
      for (const id of [...counts.keys()]) if (!ids.includes(id)) counts.delete(id);
    },
    isOut: (id: string): boolean => fallen(id) && now() - (counts.get(id)?.at ?? 0) < timing.outRetry,
    /** The dropped items, for the status; none if every item fails, because then the service is at fault. */
    out(items: readonly PlayItem[]): string[] {
      const ids = items.filter((item) => item.skipped === null).map((item) => item.id);
      const out = ids.filter(fallen);
      return out.length < ids.length ? out : [];
    },
  };
}
