import * as z from 'zod/mini';
import { ownAndPartner, ownOnly, visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, day, done, flag, givenInstant, id, instant, nameText, optionalText, text, version, whole } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { zoneName } from '../contract/zone.ts';
import { WEEKDAYS } from '../format/calendar.ts';
import { messageAudience, messageTexts } from '../messages/fields.ts';
import { messageLimits } from '../messages/limits.ts';
import { languages } from '../session/languages.ts';
import type { OptionField, TaskField, TriggerColumn } from './fields.ts';
import { taskLimits } from './limits.ts';
import { taskNotice } from './notice.ts';
import { runStates } from './runs.ts';
import { runSorts, taskSorts } from './sorts.ts';
import { allActions, offeredTypes, taskStates, taskTargets } from './task.ts';

// Tasks with their triggers, their runs, and the unit's holidays (Spec 3, Task; BEHAVIOUR 1).

export const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid'));
export const weekday = z.enum(WEEKDAYS);

/**
 * When a task runs, on its clock: at `times`, or every so many minutes from `from` until `until`. Days are named in English (Spec
 * 3).
 */
const trigger = z.strictObject({
  frequency: z.enum(['once', 'daily', 'weekly', 'monthly']),
  /** The date of a single run. */
  date: z._default(z.nullable(day), null),
  days: z._default(z.array(weekday).check(z.maxLength(7, 'too_long')), []),
  monthDay: z._default(z.nullable(whole(1, 31)), null),
  shortMonth: z._default(z.enum(['last', 'skip']), 'last'),
  businessDay: z._default(z.enum(['none', 'next', 'previous']), 'none'),
  onHoliday: z._default(z.enum(['run', 'skip']), 'run'),
  times: z._default(z.array(clockTime).check(z.maxLength(taskLimits.times, 'too_long')), []),
  everyMinutes: z._default(z.nullable(whole(taskLimits.everyMinutes, 1440)), null),
  from: z._default(z.nullable(clockTime), null),
  until: z._default(z.nullable(clockTime), null),
} satisfies Record<TriggerColumn, z.ZodMiniType>);
export type TriggerFields = z.output<typeof trigger>;

/** What an action needs beside its target; fields of other types are refused. */
const options = z.strictObject({
  size: z.optional(z.nullable(text(20))),
  minutes: z.optional(z.nullable(whole(15, 4320))),
  title: z.optional(z.nullable(nameText(120))),
  text: z.optional(optionalText(600)),
  blocks: z.optional(flag),
  exceptAdmin: z.optional(flag),
  announceHours: z.optional(whole(0, 168)),
  pausesCapacity: z.optional(flag),
  /** The message of a notification, and the names of the groups or users that it is for. */
  message: z.optional(
    z.strictObject({
      audience: messageAudience,
      texts: messageTexts,
      mail: z._default(flag, 'S'),
      names: z._default(z.array(text(200)).check(z.maxLength(messageLimits.users, 'too_long')), []),
    }),
  ),
  notice: z.optional(taskNotice),
} satisfies Record<OptionField, z.ZodMiniType>);
export type TaskOptionFields = z.output<typeof options>;

const fields = {
  name: nameText(taskLimits.nameLength),
  targetId: z._default(z.nullable(id), null),
  targetKind: z.enum(taskTargets),
  startsAt: z._default(z.nullable(givenInstant), null),
  /** Null: a year after the start. */
  endsAt: z._default(z.nullable(givenInstant), null),
  /** The clock of its triggers; null: the unit's. */
  zone: z._default(z.nullable(zoneName), null),
  wakeOutside: z._default(flag, 'N'),
  options: z._default(options, {}),
  triggers: z.array(trigger).check(z.minLength(1, 'required'), z.maxLength(taskLimits.triggers, 'too_long')),
} satisfies Record<TaskField | 'triggers', z.ZodMiniType>;

const runState = z.enum(runStates);
const lastRun = z.object({ id: z.string(), dueAt: instant, state: runState, reason: z.nullable(z.string()) });

const taskRow = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(offeredTypes),
  action: z.enum(allActions),
  targetKind: z.enum(taskTargets),
  targetId: z.nullable(z.string()),
  /** Null where the target is gone. */
  targetName: z.nullable(z.string()),
  ownerId: z.nullable(z.string()),
  ownerName: z.nullable(z.string()),
  state: z.enum(taskStates),
  /** Why it is suspended: an error code, or a word of `suspendReasons`. */
  reason: z.nullable(z.string()),
  startsAt: instant,
  endsAt: instant,
  lastSentAt: z.nullable(instant),
  nextAt: z.nullable(instant),
  failures: z.number(),
  zone: z.nullable(z.string()),
  wakeOutside: flag,
  triggers: z.array(trigger),
  lastRun: z.nullable(lastRun),
  version: z.number(),
});
export type TaskRow = z.infer<typeof taskRow>;

const taskFull = z.object({ ...taskRow.shape, options });
export type TaskFull = z.infer<typeof taskFull>;

const needs = 'automation.manage' as const;
const screens = ['auto_actions'];
const common = { needs, kinds: visits, screens } as const;
const writes = { needs, kinds: ownAndPartner, screens } as const;

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/auth/tasks',
  ...common,
  summary: 'Lists the unit’s tasks with their last and next run.',
  input: z.strictObject({ ...listInput(taskSorts), type: z.optional(z.enum(offeredTypes)), state: z.optional(z.enum(taskStates)) }),
  output: page(taskRow),
});

export const exportTasks = endpoint({
  method: 'GET',
  path: '/api/auth/tasks/export',
  ...common,
  summary: 'Exports the same list as text rows for a CSV file.',
  input: z.strictObject({
    search: listInput(taskSorts).search,
    sort: listInput(taskSorts).sort,
    type: z.optional(z.enum(offeredTypes)),
    state: z.optional(z.enum(taskStates)),
    ...filePart,
  }),
  output: tableFile,
});

export const readTask = endpoint({
  method: 'GET',
  path: '/api/auth/tasks/{id}',
  ...common,
  summary: 'Returns one task with its triggers and options.',
  input: z.strictObject({ id }),
  output: taskFull,
  errors: ['not_found'],
});

export const addTask = endpoint({
  method: 'POST',
  path: '/api/auth/tasks',
  ...writes,
  summary: 'Adds an active task, owned by the caller.',
  input: z.strictObject({ type: z.enum(offeredTypes), action: z.enum(allActions), ...fields }),
  output: z.object({ id: z.string(), nextAt: z.nullable(instant) }),
  errors: ['not_found', 'task_times', 'task_target', 'task_limit'],
});
export type NewTask = z.output<typeof addTask.input>;

export const editTask = endpoint({
  method: 'PUT',
  path: '/api/auth/tasks/{id}',
  ...writes,
  summary: 'Changes a task; a run that has begun ends as it was. Its type and action stay, its target is named each time.',
  input: z.strictObject({ id, version, ...changed(fields), targetId: z.nullable(id) }),
  output: z.object({ id: z.string(), version: z.number(), nextAt: z.nullable(instant) }),
  errors: ['not_found', 'task_times', 'task_target', 'changed_meanwhile'],
});
export type TaskEdit = z.output<typeof editTask.input>;

export const removeTask = endpoint({
  method: 'DELETE',
  path: '/api/auth/tasks/{id}',
  ...writes,
  summary: 'Deletes a task with its runs; `name` is its name, typed.',
  input: z.strictObject({ id, name: text(200) }),
  output: done,
  errors: ['not_found'],
});

export const taskMoves = ['pause', 'resume', 'takeover', 'extend'] as const;
export const changeTask = endpoint({
  method: 'POST',
  path: '/api/auth/tasks/{id}/{action}',
  ...writes,
  summary:
    'Pauses or resumes a task, takes it over, or extends it by a year from today. A suspended task is resumed by its owner or an administrator.',
  input: z.strictObject({ id, action: z.enum(taskMoves) }),
  output: z.object({ state: z.enum(taskStates), nextAt: z.nullable(instant), endsAt: instant }),
  errors: ['not_found', 'task_state', 'task_target', 'gives_more'],
});

export const runTask = endpoint({
  method: 'POST',
  path: '/api/auth/tasks/{id}/run',
  ...writes,
  summary: 'Runs a task now, without moving its timetable.',
  input: z.strictObject({ id }),
  output: z.object({ runId: z.string() }),
  errors: ['not_found', 'task_state', 'gives_more'],
});

export const testTask = endpoint({
  method: 'POST',
  path: '/api/auth/tasks/{id}/test',
  ...common,
  reads: true,
  summary: 'Checks what a run would do now, step by step, and changes nothing.',
  input: z.strictObject({ id }),
  output: z.object({
    steps: z.array(
      z.object({ step: z.enum(['owner', 'target', 'account', 'capacity', 'effect']), ok: flag, reason: z.nullable(z.string()) }),
    ),
    /** What the action would change, e.g. how many people a maintenance would meet. */
    people: z.nullable(z.number()),
  }),
  errors: ['not_found'],
});

export const sendTaskTest = endpoint({
  method: 'POST',
  path: '/api/auth/tasks/{id}/send-test',
  needs,
  kinds: ownOnly,
  screens,
  summary: 'Sends the caller by mail, in one language, what a task sends or posts; with the tests of messages twenty an hour.',
  input: z.strictObject({ id, language: z.enum(languages) }),
  output: z.object({ to: z.string() }),
  errors: ['not_found', 'too_many_attempts'],
});

export const duplicateTask = endpoint({
  method: 'POST',
  path: '/api/auth/tasks/{id}/duplicate',
  ...writes,
  summary: 'Adds a paused copy of a task, owned by the caller.',
  input: z.strictObject({ id }),
  output: z.object({ id: z.string() }),
  errors: ['not_found', 'task_limit', 'gives_more'],
});

export const taskHistory = endpoint({
  method: 'GET',
  path: '/api/auth/tasks/{id}/history',
  ...common,
  summary: 'Lists who changed this task, when, and the previous values.',
  input: z.strictObject({ id }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: instant,
        who: z.nullable(z.string()),
        what: z.string(),
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
  errors: ['not_found'],
});

export const nextTaskRuns = endpoint({
  method: 'POST',
  path: '/api/auth/tasks/next',
  ...common,
  reads: true,
  summary: 'Returns the next five runs of triggers that aren’t saved yet, with the zone of their clock.',
  input: z.strictObject({ startsAt: fields.startsAt, endsAt: fields.endsAt, zone: fields.zone, triggers: fields.triggers }),
  output: z.object({ runs: z.array(instant), zone: z.string() }),
  errors: ['task_times'],
});

const runRow = z.object({
  id: z.string(),
  taskId: z.string(),
  taskName: z.string(),
  type: z.enum(offeredTypes),
  action: z.enum(allActions),
  targetName: z.nullable(z.string()),
  dueAt: instant,
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  state: runState,
  attempt: z.number(),
  nextTryAt: z.nullable(instant),
  reason: z.nullable(z.string()),
  /** Who started it by hand. */
  by: z.nullable(z.string()),
});
export type RunRow = z.infer<typeof runRow>;

const runFilters = { task: z.optional(id), state: z.optional(runState), from: z.optional(day), until: z.optional(day) };

export const listRuns = endpoint({
  method: 'GET',
  path: '/api/auth/runs',
  ...common,
  summary: 'Lists what ran, was skipped or missed in the last 90 days, and why.',
  input: z.strictObject({ ...listInput(runSorts), ...runFilters }),
  output: page(runRow),
});

export const exportRuns = endpoint({
  method: 'GET',
  path: '/api/auth/runs/export',
  ...common,
  summary: 'Exports the same list as text rows for a CSV file.',
  input: z.strictObject({ search: listInput(runSorts).search, sort: listInput(runSorts).sort, ...runFilters, ...filePart }),
  output: tableFile,
});

export const readRun = endpoint({
  method: 'GET',
  path: '/api/auth/runs/{id}',
  ...common,
  summary: 'Returns one run.',
  input: z.strictObject({ id }),
  output: runRow,
  errors: ['not_found'],
});

export const cancelRun = endpoint({
  method: 'POST',
  path: '/api/auth/runs/{id}/cancel',
  ...writes,
  summary: 'Cancels a run that hasn’t ended; what it already did stays.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'task_state'],
});

const holiday = z.strictObject({
  name: nameText(80),
  /** One date, or null for a day of every year. */
  day: z.nullable(day),
  month: z.nullable(whole(1, 12)),
  monthDay: z.nullable(whole(1, 31)),
});
export type HolidayFields = z.infer<typeof holiday>;

export const readHolidays = endpoint({
  method: 'GET',
  path: '/api/auth/holidays',
  ...common,
  summary: 'Returns the unit’s holidays in order, and a version for saving them.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(holiday), version: z.number() }),
});

export const saveHolidays = endpoint({
  method: 'PUT',
  path: '/api/auth/holidays',
  ...common,
  kinds: ownOnly,
  summary: 'Replaces the unit’s holidays. Capacity shifts treat them as Sundays; triggers follow their own choice.',
  input: z.strictObject({ version, items: z.array(holiday).check(z.maxLength(taskLimits.holidays, 'too_long')) }),
  output: z.object({ version: z.number() }),
  errors: ['changed_meanwhile'],
});
