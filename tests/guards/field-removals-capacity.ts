import { type FieldRecipe, type Removals, without } from './field-recipe.ts';

// The places of automatic actions and capacities that take their fields from domain/{automatic-actions,capacity}/fields.ts, undone without
// a new field. What tsc doesn't see of them is in capacity-fields.test.ts.

const parts = {
  server: ['functions/features/automatic-actions/routes.ts', 'functions/features/capacity/routes.ts'],
  web: ['web/features/automatic-actions/ActionsPage.tsx', 'web/features/capacity/CapacityPage.tsx'],
};

const server = { tasks: 'functions/features/automatic-actions', capacity: 'functions/features/capacity' };
const web = { tasks: 'web/features/automatic-actions', rules: 'web/features/capacity/use-rules-form.ts' };
const shiftForm = `${web.tasks}/shifts/use-shift-form.ts`;
const taskForm = `${web.tasks}/use-task-form.ts`;
const contracts = { tasks: 'domain/automatic-actions/contract.ts', shifts: 'domain/capacity/shifts-contract.ts' };

const removals: Removals = {
  'what is accepted of a task, a shift and rules': {
    compile: 'server',
    each: [
      without(contracts.tasks, "  wakeOutside: z._default(flag, 'N'),\n"),
      without(contracts.shifts, "  useSchedule: z._default(flag, 'S'),\n"),
      without('domain/capacity/contract.ts', "  wakeForRefreshes: z._default(flag, 'N'),\n"),
    ],
  },
  'options, what is read, copied and recorded, and what an edit writes': {
    compile: 'server',
    each: [
      without(contracts.tasks, '  pausesCapacity: z.optional(flag),\n'),
      without(`${server.tasks}/duplicate-task.ts`, "'action', ...taskFields]", undefined, "'action']"),
      without(`${server.tasks}/task-facts.ts`, "'action', ...taskFields]", undefined, "'action']"),
      without(`${server.tasks}/edit-task.ts`, '    wakeOutside: input.wakeOutside ? isOn(input.wakeOutside) : stored.wakeOutside,\n'),
      without(`${server.capacity}/shift-rows.ts`, '...shiftFields, '),
      without(`${server.capacity}/stored-capacity.ts`, '  ...pick(row, ruleFields),\n'),
    ],
  },
  'triggers, what is added, and switches on the wire': {
    compile: 'server',
    each: [
      without(contracts.tasks, "  onHoliday: z._default(z.enum(['run', 'skip']), 'run'),\n"),
      without(`${server.tasks}/add-task.ts`, ', wakeOutside: isOn(input.wakeOutside)'),
      without(`${server.capacity}/shift-rows.ts`, '  ...buildRecord(shiftFlags, (name) => toFlag(row[name])),\n'),
      without(`${server.capacity}/stored-capacity.ts`, '  ...buildRecord(ruleFlags, (name) => toFlag(row[name])),\n'),
    ],
  },
  'the columns of a trigger, and what a shift and the reconciler store': {
    compile: 'server',
    each: [
      without(`${server.tasks}/found.ts`, ', ...pick(g, triggerColumns)', `${server.tasks}/edit-task.ts`),
      without('domain/capacity/shift-edit.ts', '  ...pick(form, shiftFields),\n'),
      without(`${server.capacity}/stored-capacity.ts`, '  ...buildRecord(ruleFlags, (name) => isOn(rules[name])),\n'),
    ],
  },
  'a column, and the stored switches of a shift': {
    compile: 'server',
    each: [
      without(
        'db/schema/automatic-actions.ts',
        "    wakeOutside: boolean('wake_outside').notNull().default(false),\n",
        `${server.tasks}/task-rows.ts`,
      ),
      without('domain/capacity/shift-edit.ts', '  ...buildRecord(shiftFlags, (name) => isOn(form[name])),\n'),
    ],
  },
  'what the forms send, and the history of a task': {
    compile: 'web',
    each: [
      without(taskForm, '    wakeOutside: toFlag(draft.wakeOutside),\n'),
      without(
        `${web.tasks}/change-words.ts`,
        "    wakeOutside: { label: 'actions.field.wakeOutside', words: ({ wakeOutside }) => yes(wakeOutside, t) },\n",
      ),
      without(shiftForm, '  ...pick(draft, shiftFields),\n'),
      without(web.rules, '    ...rest,\n    idleMinutes: ', undefined, '    idleMinutes: '),
    ],
  },
  'the drafts of the forms': {
    compile: 'web',
    each: [
      without(taskForm, '    wakeOutside: isOn(task.wakeOutside),\n'),
      without(shiftForm, '...pick(shift, shiftFields), '),
      without(web.rules, '    ...rest,\n    idleMinutes,\n', undefined, '    idleMinutes,\n'),
    ],
  },
  'what leaves the server': {
    compile: 'web',
    each: [without(contracts.tasks, '  wakeOutside: flag,\n', taskForm), without(contracts.shifts, '  useSchedule: flag,\n', shiftForm)],
  },
};

export const capacityFields: FieldRecipe = { recipe: () => [], parts, removals };
