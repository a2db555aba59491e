import { and, eq, inArray, sql } from 'drizzle-orm';
import { lockVersion, mustHold } from '../../../db/assertions.ts';
import { auditedAct } from '../../../db/audited.ts';
import { taskRuns, tasks } from '../../../db/schema/automatic-actions.ts';
import { cancelRun, runTask } from '../../../domain/automatic-actions/contract.ts';
import { mayMove, mayOwn } from '../../../domain/automatic-actions/run.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { orLost } from '../../request/lost-race.ts';
import { sendMessage } from '../../request/messages.ts';
import { newId } from '../../services/ids.ts';
import { readStanding, toStanding } from './standing.ts';

const open = ['claimed', 'running'] as const;
const openByHand = (taskId: string) =>
  sql`exists (select from task_runs r where r.task_id = ${taskId}::uuid and r.state in ('claimed', 'running') and r.trigger_id = r.id)`;

/** Whether a task still has a run to come, or one that is under way. */
const liesAhead = (taskId: string) =>
  sql`(exists (select from task_triggers g where g.task_id = ${taskId}::uuid and g.next_at is not null)
    or exists (select from task_runs r where r.task_id = ${taskId}::uuid and r.state in ('claimed', 'running')))`;

/** One at a time: a second press finds the first one's run. A paused task may run by hand. */
export const runTaskNow = bind(runTask, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'automation.manage');
  const [[task], found] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ name: tasks.name, state: tasks.state, isRunning: sql<boolean>`${openByHand(id)}` })
      .from(tasks)
      .where(eq(tasks.id, id)),
    readStanding(db, id),
  ]);
  const standing = toStanding(found);
  if (!task || !standing) throw new AppError('not_found');
  if (!mayMove(standing) || !mayOwn(ctx.session, standing.action)) throw new AppError('gives_more');
  if (task.isRunning || (task.state !== 'active' && task.state !== 'paused')) throw new AppError('task_state');
  const runId = newId(ctx.clock.now());
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, tasks, and(eq(tasks.id, id), inArray(tasks.state, ['active', 'paused']))),
    mustHold(db, sql`not ${openByHand(id)}`),
    db.insert(taskRuns).values({
      ...{ id: runId, taskId: id, triggerId: runId, state: 'claimed' },
      ...{ dueAt: sql`app.now()`, nextTryAt: sql`app.now()`, byId: sql`(select app.user_id())` },
    }),
    auditedAct(db, ctx, 'task.run', id, { after: { name: task.name } }),
  ]);
  ctx.later(sendMessage(ctx.env, { kind: 'task-run', tenant: ctx.session.tenant, id: runId }));
  return { runId };
});

/** What the run already did stays; a Worker that is at it writes nothing more. A task of which nothing lies ahead any more has ended. */
export const cancelOneRun = bind(cancelRun, async ({ id }, ctx) => {
  const entry = getEntry(ctx, 'automation.manage');
  const [[run]] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ state: taskRuns.state, taskId: taskRuns.taskId, name: tasks.name })
      .from(taskRuns)
      .innerJoin(tasks, and(eq(tasks.tenantId, taskRuns.tenantId), eq(tasks.id, taskRuns.taskId)))
      .where(eq(taskRuns.id, id)),
  ]);
  if (!run) throw new AppError('not_found');
  if (run.state !== 'claimed' && run.state !== 'running') throw new AppError('task_state');
  const ended = { state: 'cancelled', reason: 'cancelled', endedAt: sql`app.now()`, nextTryAt: null, takenUntil: null } as const;
  await orLost(
    ctx.database.withTenant(entry, (db) => [
      lockVersion(db, taskRuns, and(eq(taskRuns.id, id), inArray(taskRuns.state, [...open]))),
      db.update(taskRuns).set(ended).where(eq(taskRuns.id, id)),
      db
        .update(tasks)
        .set({ state: 'ended' })
        .where(and(eq(tasks.id, run.taskId), eq(tasks.state, 'active'), sql`not ${liesAhead(run.taskId)}`)),
      auditedAct(db, ctx, 'task.cancel_run', run.taskId, { after: { name: run.name } }),
    ]),
    (cause) => new AppError('task_state', undefined, { cause }),
  );
  return { status: 'ok' as const };
});
