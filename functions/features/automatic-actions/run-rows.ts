import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { taskRuns } from '../../../db/schema/automatic-actions.ts';
import type { RunRow } from '../../../domain/automatic-actions/contract.ts';
import type { StoredRunState } from '../../../domain/automatic-actions/runs.ts';
import type { OfferedType } from '../../../domain/automatic-actions/task.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { SortColumn } from '../../request/keyset.ts';
import { k, targetName } from './found.ts';
import { hasWords } from './task-rows.ts';

export const r = alias(taskRuns, 'r');

const by = sql<string | null>`(select u.name from users u where u.tenant_id = r.tenant_id and u.id = r.by_id)`;
export const runColumns = {
  id: r.id,
  taskId: r.taskId,
  taskName: k.name,
  type: sql<OfferedType>`${k.type}`,
  action: k.action,
  targetName,
  dueAt: r.dueAt,
  startedAt: r.startedAt,
  endedAt: r.endedAt,
  state: r.state,
  attempt: r.attempt,
  nextTryAt: r.nextTryAt,
  reason: r.reason,
  by,
};
/** Runs with their tasks. Those that wait for the time at which they were announced aren't part of the history yet. */
export const shownRuns = (db: Db) =>
  db
    .select(runColumns)
    .from(r)
    .innerJoin(k, and(eq(k.tenantId, r.tenantId), eq(k.id, r.taskId)));
type Row = Awaited<ReturnType<typeof shownRuns>>[number];

export const runSortColumns: Record<string, SortColumn> = { due: { sql: sql`${r.dueAt}`, cast: 'timestamptz' } };

/** When a run that waits is tried again; the lease of one that is worked on is no such time. */
export const presentRun = ({ nextTryAt, ...row }: Row): RunRow => ({
  ...row,
  dueAt: toIso(row.dueAt),
  startedAt: isoOrNull(row.startedAt),
  endedAt: isoOrNull(row.endedAt),
  nextTryAt: row.state === 'claimed' && row.attempt > 0 ? isoOrNull(nextTryAt) : null,
});

type Filters = {
  search?: string | undefined;
  task?: string | undefined;
  state?: StoredRunState | undefined;
  from?: string | undefined;
  until?: string | undefined;
};
const getStart = (day: string, days: number) =>
  sql`((${day}::date + ${days}::int)::timestamp at time zone (select u.zone from app.task_unit() u))`;
/** `from` and `until` are days of the unit's zone, both included. */
export const runConditions = ({ search, task, state, from, until }: Filters): SQL =>
  and(
    sql`${r.dueAt} <= app.now()`,
    task ? eq(r.taskId, task) : undefined,
    state ? eq(r.state, state) : undefined,
    from ? sql`${r.dueAt} >= ${getStart(from, 0)}` : undefined,
    until ? sql`${r.dueAt} < ${getStart(until, 1)}` : undefined,
    hasWords(search),
  ) ?? sql`true`;
