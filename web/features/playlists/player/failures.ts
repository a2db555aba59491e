import type { PlayItem } from '../../../../domain/playlists/contract.ts';
import { timing } from './timing.ts';

/** Counts in how many laps in a row each item has failed; three take it out of the lap, with another chance now and then. */
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
    /** Those out of the lap, for the status; none where everything fails, which is the service's matter and not theirs. */
    out(items: readonly PlayItem[]): string[] {
      const ids = items.filter((item) => item.skipped === null).map((item) => item.id);
      const out = ids.filter(fallen);
      return out.length < ids.length ? out : [];
    },
  };
}
