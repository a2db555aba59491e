import { and, eq, inArray } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { tasks, taskTriggers } from '../../../db/schema/automatic-actions.ts';
import { editTask } from '../../../domain/automatic-actions/contract.ts';
import { getActiveTime, getTriggers, refuseTarget, refuseWaking, taskOptions } from '../../../domain/automatic-actions/edit.ts';
import type { TaskField } from '../../../domain/automatic-actions/fields.ts';
import { isTakenByEdit, mayOwn } from '../../../domain/automatic-actions/run.ts';
import type { OfferedType } from '../../../domain/automatic-actions/task.ts';
import { isSameTrigger, type StoredTrigger } from '../../../domain/automatic-actions/trigger.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow, throwIfRefused } from '../../../domain/errors/refusal.ts';
import { changes } from '../../../domain/fields/changes.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { cancelPlannedWindows } from '../maintenance/index.ts';
import { ownerOfCaller } from './add-task.ts';
import {
  checkedOptions,
  type FoundTrigger,
  getCalendar,
  holdTriggers,
  moveTriggers,
  readCalendar,
  readNamed,
  readTarget,
  readTriggers,
  refuseUnknown,
  toFoundTarget,
} from './found.ts';
import { factsOfTask } from './task-facts.ts';

type Wished = { stored: StoredTrigger; nextAt: Date | null };

/**
 * Which triggers stay, go and come. One that stays the same keeps its id, and a run that is due and not claimed yet; the next runs of the
 * others are computed.
 */
function triggerPlan(wished: readonly Wished[], found: readonly FoundTrigger[], now: Date) {
  const left = [...found];
  const kept: { id: string; nextAt: Date | null }[] = [];
  const added: Wished[] = [];
  for (const wish of wished) {
    const at = left.findIndex((one) => isSameTrigger(wish.stored, withoutId(one)));
    const [same] = at < 0 ? [] : left.splice(at, 1);
    if (!same) added.push(wish);
    else if (same.nextAt === null || new Date(same.nextAt) > now) kept.push({ id: same.id, nextAt: wish.nextAt });
  }
  return { kept, added, removed: left.map(({ id }) => id) };
}
const withoutId = ({ id: _id, nextAt: _next, ...stored }: FoundTrigger): StoredTrigger => stored;

export const editOneTask = bind(editTask, async (input, ctx) => {
  const { id, version, name, targetKind, targetId } = input;
  const entry = getEntry(ctx, 'automation.manage');
  const [[stored], triggers, found, target, named] = await ctx.database.withTenant(entry, (db) => [
    db.select().from(tasks).where(eq(tasks.id, id)),
    readTriggers(db, id),
    readCalendar(db),
    readTarget(db, { targetKind, targetId }),
    readNamed(db, input.options),
  ]);
  if (!stored) throw new AppError('not_found');
  if (stored.version !== version) throw new AppError('changed_meanwhile');
  const type = stored.type as OfferedType; // because no other type is stored yet
  if (!mayOwn(ctx.session, stored.action)) throw new AppError('not_permitted', { action: 'automation.manage' });
  throwIfRefused(refuseTarget({ type, action: stored.action, targetKind, targetId }, toFoundTarget(target)));
  throwIfRefused(refuseWaking(type, input.wakeOutside));
  refuseUnknown(input.options, named);
  const now = new Date(ctx.clock.now());
  const before = { startsAt: new Date(stored.startsAt), endsAt: new Date(stored.endsAt) };
  const active = planOrThrow(getActiveTime({ startsAt: input.startsAt ?? null, endsAt: input.endsAt ?? stored.endsAt }, now, before));
  const options = input.options
    ? planOrThrow(taskOptions(stored.action, await checkedOptions(input.options), name)).options
    : stored.options;
  const zone = input.zone === undefined ? stored.zone : input.zone;
  const calendar = getCalendar(found, zone);
  const { triggers: wished } = planOrThrow(getTriggers(input.triggers, active, calendar, now, triggers.map(withoutId)));
  const plan = triggerPlan(wished, triggers, now);
  const state = stored.state === 'ended' ? 'active' : stored.state;
  const endsAt = active.until.toISOString();
  const row = {
    ...{ name, sortKey: keyOfName(name), targetKind, targetId, options, state, zone },
    ...{ startsAt: active.from.toISOString(), endsAt, endsTold: active.until > before.endsAt ? null : stored.endsTold },
    wakeOutside: input.wakeOutside ? isOn(input.wakeOutside) : stored.wakeOutside,
    version: version + 1,
  } satisfies Record<TaskField | 'version', unknown>;
  const isActive = state === 'active';
  const change = changes(
    factsOfTask(stored, triggers.map(withoutId)),
    factsOfTask(
      { ...stored, ...row },
      wished.map((wish) => wish.stored),
    ),
  );
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, tasks, and(eq(tasks.id, id), eq(tasks.version, version))),
    cancelPlannedWindows(db, id),
    holdTriggers(db, id),
    db
      .update(tasks)
      .set(setOf(tasks, isTakenByEdit(ctx.session.kind, stored.action) ? { ...row, ...ownerOfCaller } : row))
      .where(eq(tasks.id, id)),
    ...(plan.removed.length > 0 ? [db.delete(taskTriggers).where(inArray(taskTriggers.id, plan.removed))] : []),
    ...(plan.added.length > 0
      ? [
          db.insert(taskTriggers).values(
            plan.added.map(({ stored: columns, nextAt }) => ({
              ...{ id: newId(now.getTime()), taskId: id, ...columns },
              nextAt: isActive ? (nextAt?.toISOString() ?? null) : null,
            })),
          ),
        ]
      : []),
    ...(isActive && plan.kept.length > 0 ? [moveTriggers(db, plan.kept)] : []),
    audited(db, ctx, 'task.edit', id, change),
  ]);
  const next = isActive ? wished.flatMap(({ nextAt }) => nextAt?.getTime() ?? []) : [];
  return { id, version: row.version, nextAt: next.length > 0 ? new Date(Math.min(...next)).toISOString() : null };
});
