import { sql } from 'drizzle-orm';
import { exportRuns, exportTasks, type RunRow, type TaskRow } from '../../../domain/automatic-actions/contract.ts';
import { taskLimits } from '../../../domain/automatic-actions/limits.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { type FileColumn, getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { k } from './found.ts';
import { presentRun, r, runConditions, runSortColumns, shownRuns } from './run-rows.ts';
import { presentTask, shownTasks, taskColumns, taskConditions } from './task-rows.ts';

const timeIn = (ctx: SessionContext) => (at: string | null) =>
  at === null ? '' : formatDateTime(getLanguage(ctx), new Date(at), ctx.tenant.zone);

export const exportAllTasks = bind(exportTasks, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, taskColumns, 'name', sql`${k.id}`);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [
    shownTasks(db).where(taskConditions(input)).orderBy(list.orderBy).limit(taskLimits.tasks).offset(partRange(input).skip),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  const time = timeIn(ctx);
  const columns: Record<string, FileColumn<TaskRow>> = {
    name: [texts.name, (row) => row.name],
    action: [texts.taskAction, (row) => texts[`taskAction_${row.action}`]],
    target: [texts.taskTarget, (row) => row.targetName],
    owner: [texts.taskOwner, (row) => row.ownerName],
    state: [texts.state, (row) => texts[`taskState_${row.state}`]],
    next: [texts.taskNext, (row) => time(row.nextAt)],
    last: [texts.taskLast, (row) => time(row.lastSentAt)],
    ends: [texts.taskEnds, (row) => time(row.endsAt)],
  };
  return tableFile(ctx, texts.tasksFile, rows.map(presentTask), columns);
});

export const exportAllRuns = bind(exportRuns, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, runSortColumns, '-due', sql`${r.id}`);
  const range = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [
    shownRuns(db).where(runConditions(input)).orderBy(list.orderBy).limit(range.take).offset(range.skip),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  const time = timeIn(ctx);
  const columns: Record<string, FileColumn<RunRow>> = {
    due: [texts.runDue, (row) => time(row.dueAt)],
    task: [texts.task, (row) => row.taskName],
    action: [texts.taskAction, (row) => texts[`taskAction_${row.action}`]],
    target: [texts.taskTarget, (row) => row.targetName],
    state: [texts.state, (row) => texts[`runState_${row.state}`]],
    reason: [texts.runReason, (row) => row.reason],
    ended: [texts.runEnded, (row) => time(row.endedAt)],
    by: [texts.runBy, (row) => row.by],
  };
  return tableFile(ctx, texts.runsFile, rows.map(presentRun), columns);
});
