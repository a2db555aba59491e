import { queryOptions } from '@tanstack/react-query';
import type { TaskRow } from '../../../domain/automatic-actions/contract.ts';
import { runStates } from '../../../domain/automatic-actions/runs.ts';
import { runSorts, taskSorts } from '../../../domain/automatic-actions/sorts.ts';
import { offeredTypes, taskStates } from '../../../domain/automatic-actions/task.ts';
import type { CapacityRow } from '../../../domain/capacity/contract.ts';
import { type ShiftPurpose, shiftPurposes } from '../../../domain/capacity/rules.ts';
import { getDays, inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const actionsKey = ['automatic-actions'] as const;
const shiftsKey = [...actionsKey, 'shifts'] as const;
const actionTabs = ['tasks', 'shifts', 'runs'] as const;
export type ActionTab = (typeof actionTabs)[number];
export const getTab = (text: string | undefined): ActionTab => actionTabs.find((tab) => tab === text) ?? 'tasks';

export const taskOptions = { sorts: taskSorts, filters: ['type', 'state'] };
export const runOptions = { sorts: runSorts, filters: ['task', 'state', 'from', 'to'] };
const idShape = /^[0-9a-f-]{36}$/;

type Values = Readonly<Record<string, string | undefined>>;

export function tasksInput(list: ListRead<(typeof taskSorts)[number]>) {
  const type = offeredTypes.find((each) => each === list.values.type);
  const state = taskStates.find((each) => each === list.values.state);
  return { ...inputOfList(list), ...(type ? { type } : {}), ...(state ? { state } : {}) };
}

export function runsInput(list: ListRead<(typeof runSorts)[number]>) {
  const { task = '' } = list.values;
  const state = runStates.find((each) => each === list.values.state);
  const { from, to } = getDays(list.values);
  return {
    ...inputOfList(list),
    ...(idShape.test(task) ? { task } : {}),
    ...(state ? { state } : {}),
    ...(from ? { from } : {}),
    ...(to ? { until: to } : {}),
  };
}

export const getPurpose = (values: Values): ShiftPurpose => shiftPurposes.find((each) => each === values.purpose) ?? 'capacity';

/** The registered capacities; one that another business unit controls is among them, with its owner. */
export const capacitiesQuery = queryOptions({
  queryKey: [...actionsKey, 'capacities'],
  queryFn: ({ signal }) => call('GET /api/auth/capacities', {}, { signal }),
  staleTime: 30_000,
});

/** A row of the task list: a task, or a controlled capacity that follows its shifts, which has no trigger (SECOND_HALF 2.3, 9). */
export type ActionRow = { kind: 'task'; id: string; task: TaskRow } | { kind: 'rules'; id: string; capacity: CapacityRow };

const isControlled = ({ controls, rules }: CapacityRow) => controls === 'S' && rules?.followShifts === 'S';

/** One page of tasks; the capacities that follow their shifts stand before them on the first, unless the filter leaves them out. */
export const tasksQuery = (input: CallInput<'GET /api/auth/tasks'>) =>
  queryOptions({
    queryKey: [...actionsKey, 'list', input],
    queryFn: async ({ signal, client }) => {
      const { page = 1, search, type, state } = input;
      const hasRules = !search && (!type || type === 'capacity') && (!state || state === 'active');
      const [answer, capacities] = await Promise.all([
        call('GET /api/auth/tasks', input, { signal }),
        // Without capacities the tasks are still worth showing.
        hasRules ? client.ensureQueryData(capacitiesQuery).catch(() => ({ items: [] })) : { items: [] },
      ]);
      const rules = capacities.items.filter(isControlled);
      const items: ActionRow[] = [
        ...(page === 1 ? rules : []).map((capacity) => ({ kind: 'rules' as const, id: `capacity-${capacity.id}`, capacity })),
        ...answer.items.map((task) => ({ kind: 'task' as const, id: task.id, task })),
      ];
      return { ...answer, items, total: answer.total + rules.length };
    },
  });

export const runsQuery = (input: CallInput<'GET /api/auth/runs'>) =>
  queryOptions({
    queryKey: [...actionsKey, 'runs', input],
    queryFn: ({ signal }) => call('GET /api/auth/runs', input, { signal }),
  });

/** The shifts of a purpose, and the clock that they follow. */
export const shiftsQuery = (purpose: ShiftPurpose) =>
  queryOptions({
    queryKey: [...shiftsKey, purpose],
    queryFn: ({ signal }) => call('GET /api/auth/shifts', { purpose }, { signal }),
  });

/** `/auto_actions`: tasks with the week below them, the week alone, or the runs. */
export const loadActions: PageLoader = ({ client, values }) => {
  const tab = getTab(values.tab);
  if (tab === 'runs') return [client.ensureQueryData(runsQuery(runsInput(readList(values, runOptions))))];
  const week = [client.ensureQueryData(shiftsQuery(getPurpose(values))), client.ensureQueryData(capacitiesQuery)];
  return tab === 'shifts' ? week : [client.ensureQueryData(tasksQuery(tasksInput(readList(values, taskOptions)))), ...week];
};
