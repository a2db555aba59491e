import { type Flag, isOn } from '../contract/flag.ts';
import type { Refusal } from '../errors/refusal.ts';
import type { NewTask, TaskOptionFields, TriggerFields } from './contract.ts';
import { optionsOfAction, type TaskOptions } from './fields.ts';
import { taskLimits } from './limits.ts';
import { type ActiveTime, type Calendar, nextRun, nextRuns } from './recurrence.ts';
import { type OfferedType, type TaskAction, targetsOfType, taskActions } from './task.ts';
import { getTrigger, isSameTrigger, type StoredTrigger, storedTrigger, triggerProblem } from './trigger.ts';

/** What the database says about a target: whether it exists, a report's model, and whether the unit controls a capacity. */
export type FoundTarget = { exists: boolean; hasModel: boolean; isControlled: boolean };

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
/** A form may have been open for a while before it is sent. */
const graceMs = 5 * minuteMs;

/** The time in which a task is active: from now unless said, for a year unless said. Refuses a start that is over and an end before it. */
export function getActiveTime(
  asked: { startsAt: string | null; endsAt: string | null },
  now: Date,
  stored?: { startsAt: Date; endsAt: Date },
): ActiveTime | Refusal {
  const wished = asked.startsAt === null ? null : new Date(asked.startsAt);
  const isUnchanged = wished !== null && stored !== undefined && wished.getTime() === stored.startsAt.getTime();
  if (wished && !isUnchanged && wished.getTime() < now.getTime() - graceMs) return { refused: 'task_times', field: 'startsAt' };
  const from = wished ?? stored?.startsAt ?? now;
  const until = asked.endsAt === null ? new Date(from.getTime() + taskLimits.activeDays * dayMs) : new Date(asked.endsAt);
  if (until <= from || until <= now) return { refused: 'task_times', field: 'endsAt' };
  return { from, until };
}

/**
 * The stored triggers, or the first field that is wrong; a task without a run ahead is refused, and so is a date on which it never runs,
 * unless it was `kept` since an earlier edit.
 */
export function getTriggers(
  asked: readonly TriggerFields[],
  active: ActiveTime,
  calendar: Calendar,
  now: Date,
  kept: readonly StoredTrigger[] = [],
): { triggers: { stored: StoredTrigger; nextAt: Date | null }[] } | Refusal {
  for (const [index, fields] of asked.entries()) {
    const field = triggerProblem(fields);
    if (field) return { refused: 'task_times', field: `triggers.${index}.${field}` };
  }
  const triggers = asked.map(storedTrigger).map((stored) => ({ stored, nextAt: nextRun(getTrigger(stored), now, calendar, active) }));
  const isNew = (stored: StoredTrigger) => !kept.some((one) => isSameTrigger(one, stored));
  const never = triggers.findIndex(({ stored, nextAt }) => stored.frequency === 'once' && nextAt === null && isNew(stored));
  if (never >= 0) return { refused: 'task_times', field: `triggers.${never}.date` };
  return triggers.every(({ nextAt }) => nextAt === null) ? { refused: 'task_times', field: 'triggers' } : { triggers };
}

/** The next runs of all triggers together, in order. */
export function nextOfAll(triggers: readonly StoredTrigger[], active: ActiveTime, calendar: Calendar, now: Date, count: number): Date[] {
  const all = triggers.flatMap((stored) => nextRuns(getTrigger(stored), now, calendar, active, count)).map((run) => run.getTime());
  return [...new Set(all)]
    .toSorted((one, other) => one - other)
    .slice(0, count)
    .map((time) => new Date(time));
}

const refuseField = (name: string, field = name): Refusal => ({ refused: 'invalid_input', field, vars: { name, reason: 'unknown' } });

/** The options that an action stores; a field of another action, or a missing one, is refused. */
export function taskOptions(action: TaskAction, asked: TaskOptionFields, name: string): { options: TaskOptions } | Refusal {
  const allowed: readonly string[] = optionsOfAction[action];
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const strange = given.find(([key]) => !allowed.includes(key));
  if (strange) return refuseField(strange[0], `options.${strange[0]}`);
  if (action === 'resize') {
    if (!asked.size) return { refused: 'required', field: 'options.size', vars: { name: 'size' } };
    return { options: { size: asked.size } };
  }
  if (action === 'send') {
    if (!asked.message) return { refused: 'required', field: 'options.message', vars: { name: 'message' } };
    return { options: { message: { ...asked.message, mail: isOn(asked.message.mail) } } };
  }
  if (action === 'publish') {
    if (!asked.notice) return { refused: 'required', field: 'options.notice', vars: { name: 'notice' } };
    return { options: { notice: asked.notice } };
  }
  if (action !== 'start') return { options: {} };
  if (!asked.minutes) return { refused: 'required', field: 'options.minutes', vars: { name: 'minutes' } };
  return {
    options: {
      minutes: asked.minutes,
      title: asked.title ?? name,
      text: asked.text ?? '',
      blocks: isOn(asked.blocks ?? 'S'),
      exceptAdmin: isOn(asked.exceptAdmin ?? 'S'),
      announceHours: asked.announceHours ?? 0,
      pausesCapacity: isOn(asked.pausesCapacity ?? 'N'),
    },
  };
}

/** Refuses an action that the type doesn't have, and a target that doesn't fit, doesn't exist or isn't controlled by the unit. */
export function refuseTarget(
  { type, action, targetKind, targetId }: Pick<NewTask, 'type' | 'action' | 'targetKind' | 'targetId'>,
  found: FoundTarget,
): Refusal | null {
  if (!offersAction(type, action)) return refuseField('action');
  const isFitting = targetsOfType[type].includes(targetKind) && (targetKind === 'unit') === (targetId === null);
  if (!isFitting) return { refused: 'task_target', field: 'targetId' };
  if (targetKind === 'unit') return null;
  if (!found.exists) return { refused: 'not_found', field: 'targetId' };
  if (type === 'dataset' && !found.hasModel) return { refused: 'task_target', field: 'targetId' };
  return type === 'capacity' && !found.isControlled ? { refused: 'task_target', field: 'targetId' } : null;
}

/** Refuses to start a paused capacity for an action that needs none. */
export const refuseWaking = (type: OfferedType, wakeOutside: Flag | undefined): Refusal | null =>
  wakeOutside === 'S' && type !== 'dataset' ? refuseField('wakeOutside') : null;

function offersAction(type: OfferedType, action: TaskAction): boolean {
  const actions: readonly TaskAction[] = taskActions[type];
  return actions.includes(action);
}
