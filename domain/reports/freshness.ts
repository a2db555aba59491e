import { toIso } from '../format/iso.ts';
export type Run = { startedAt: string; endedAt: string | null; outcome: 'running' | 'completed' | 'failed' | 'disabled' };
export type DataState = { dataAt: string | null; freshness: 'fresh' | 'late' | 'failed' | 'unknown' };

/** Data older than this without a newer load is called late. */
const lateAfterMs = 26 * 60 * 60 * 1000;

/** The age of a report's data by the service's last loads: the end of the last completed one (REPORT_SERVICE 1.2). */
export function dataState(runs: readonly Run[], now: number): DataState {
  const ordered = [...runs].sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
  const completed = ordered.find((run) => run.outcome === 'completed' && run.endedAt);
  const dataAt = completed?.endedAt ? toIso(completed.endedAt) : null;
  const lastDone = ordered.find((run) => run.outcome !== 'running');
  if (lastDone?.outcome === 'failed') return { dataAt, freshness: 'failed' };
  if (!dataAt) return { dataAt, freshness: 'unknown' };
  return { dataAt, freshness: now - Date.parse(dataAt) > lateAfterMs ? 'late' : 'fresh' };
}
