import { sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { tasks, taskTriggers } from '../../../db/schema/automatic-actions.ts';
import { addTask } from '../../../domain/automatic-actions/contract.ts';
import { getActiveTime, getTriggers, refuseTarget, refuseWaking, taskOptions } from '../../../domain/automatic-actions/edit.ts';
import { taskLimits } from '../../../domain/automatic-actions/limits.ts';
import { mayOwn } from '../../../domain/automatic-actions/run.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { checkedOptions, getCalendar, readCalendar, readNamed, readTarget, refuseUnknown, toFoundTarget } from './found.ts';
import { factsOfTask } from './task-facts.ts';

/** Who a new task acts for: the caller, or in a partner's visit the relation alone (docs/automatic-actions.md). */
export const ownerOfCaller = {
  ownerId: sql`case when app.my_relation() is null then (select app.user_id()) end`,
  relationId: sql`app.my_relation()`,
};

/** The limit of tasks, for the first and the second trip. */
export const refuseMore = (count: number): void => {
  if (count >= taskLimits.tasks) throw new AppError('task_limit', { limit: taskLimits.tasks });
};
export const roomForOne = sql`(select count(*) from tasks) < ${taskLimits.tasks}::int`;

export const addOneTask = bind(addTask, async (input, ctx) => {
  const { name, type, action, targetKind, targetId, zone } = input;
  if (!mayOwn(ctx.session, action)) throw new AppError('not_permitted', { action: 'automation.manage' });
  const entry = getEntry(ctx, 'automation.manage');
  const sortKey = keyOfName(name);
  const [found, target, named] = await ctx.database.withTenant(entry, (db) => [
    readCalendar(db),
    readTarget(db, input),
    readNamed(db, input.options),
  ]);
  const calendar = getCalendar(found, zone);
  refuseMore(calendar.tasks);
  throwIfRefused(refuseTarget(input, toFoundTarget(target)) ?? refuseWaking(type, input.wakeOutside));
  refuseUnknown(input.options, named);
  const now = new Date(ctx.clock.now());
  const active = planOrThrow(getActiveTime(input, now));
  const { options } = planOrThrow(taskOptions(action, await checkedOptions(input.options), name));
  const { triggers } = planOrThrow(getTriggers(input.triggers, active, calendar, now));
  const id = newId(now.getTime());
  const row = {
    ...{ id, name, sortKey, type, action, targetKind, targetId, options, zone, wakeOutside: isOn(input.wakeOutside) },
    ...{ startsAt: active.from.toISOString(), endsAt: active.until.toISOString() },
  };
  await ctx.database.withTenant(entry, (db) => [
    mustHold(db, roomForOne),
    db.insert(tasks).values({ ...row, ...ownerOfCaller }),
    db
      .insert(taskTriggers)
      .values(
        triggers.map(({ stored, nextAt }) => ({ id: newId(now.getTime()), taskId: id, ...stored, nextAt: nextAt?.toISOString() ?? null })),
      ),
    audited(db, ctx, 'task.add', id, {
      after: factsOfTask(
        row,
        triggers.map(({ stored }) => stored),
      ),
    }),
  ]);
  const next = triggers.flatMap(({ nextAt }) => nextAt ?? []).toSorted((one, other) => one.getTime() - other.getTime());
  return { id, nextAt: next[0]?.toISOString() ?? null };
});
