import type { Sim } from '../sim.ts';
import type { SimDataset } from '../world-types.ts';
import { isExporting } from './exports.ts';

/** The duration of an on-demand refresh: short enough to wait for in a demo. */
const loadTakesMs = 4_000;
type Run = SimDataset['runs'][number];

export const loadEnd = (run: Run): number => run.stoppedAt ?? run.startedAt + loadTakesMs;
export const isLoading = (run: Run, now: number): boolean => loadEnd(run) > now;

/** A paused capacity ends what runs on it: refreshes and exports fail (REPORT_SERVICE 1.3). */
export function stopWork(sim: Sim, capacityId: string, now: number): void {
  const workspaces = sim.world.workspacesOn(capacityId);
  for (const { datasets } of workspaces)
    for (const { runs } of datasets) for (const run of runs) if (isLoading(run, now)) run.stoppedAt = now;
  const ids = new Set(workspaces.map(({ id }) => id));
  for (const job of sim.jobs.exports.all()) if (ids.has(job.workspaceId) && isExporting(job, now)) job.stoppedAt = now;
}
