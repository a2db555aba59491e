import type { TaskOptions } from '../../domain/automatic-actions/fields.ts';
import { nextRuns } from '../../domain/automatic-actions/recurrence.ts';
import type { TaskState } from '../../domain/automatic-actions/task.ts';
import { getTrigger, type StoredTrigger } from '../../domain/automatic-actions/trigger.ts';
import { fold } from '../../domain/text/fold.ts';
import { demoId } from './catalog/build.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { getReportId } from './rows-of-reports.ts';
import { idOfPerson } from './rows-of-tenant.ts';
import { type Clock, day } from './times.ts';

type DemoTask = {
  key: string;
  name: string;
  type: 'dataset' | 'maintenance';
  action: 'refresh' | 'start';
  /** Of a report, or of a group. */
  report?: string;
  group?: string;
  state: TaskState;
  reason?: string;
  failures?: number;
  /** How many days are left of its year. */
  endsInDays: number;
  options?: TaskOptions;
  trigger: Partial<StoredTrigger>;
  /** How its latest runs ended, the last one first; the others succeeded. */
  ended?: readonly { state: string; reason: string | null }[];
};

const daily: StoredTrigger = {
  ...{ frequency: 'daily', date: null, days: [], monthDay: null, shortMonth: 'last', businessDay: 'none', onHoliday: 'run' },
  ...{ times: ['06:00'], everyMinutes: null, from: null, until: null },
};
const failed = { state: 'failed', reason: 'report_account_refused' };
const succeeded = { state: 'succeeded', reason: null };

const tasks: readonly DemoTask[] = [
  {
    ...{ key: 'vendas', name: 'Atualizar Vendas diárias', type: 'dataset', action: 'refresh', report: 'vendas-diarias', state: 'active' },
    ...{ endsInDays: 300, trigger: { frequency: 'weekly', days: [1, 2, 3, 4, 5], times: ['06:00', '13:00'] } },
    // The portal was away at one of them.
    ended: [succeeded, succeeded, { state: 'missed', reason: 'late' }, succeeded, { state: 'skipped', reason: 'already' }],
  },
  {
    ...{ key: 'margem', name: 'Atualizar Preço e margem', type: 'dataset', action: 'refresh', report: 'preco-e-margem', state: 'active' },
    ...{ endsInDays: 210, trigger: { times: [], everyMinutes: 60, from: '07:00', until: '19:00' } },
  },
  {
    ...{ key: 'logistica', name: 'Virada mensal da Logística', type: 'maintenance', action: 'start', group: 'logistica', state: 'active' },
    ...{ endsInDays: 120, trigger: { frequency: 'monthly', monthDay: 31, businessDay: 'previous', times: ['18:00'] } },
    options: {
      ...{ minutes: 120, title: 'Virada do mês', text: 'Os números voltam às 20 h.', blocks: true, exceptAdmin: true },
      ...{ announceHours: 24, pausesCapacity: false },
    },
  },
  {
    ...{ key: 'ranking', name: 'Atualizar Ranking de representantes', type: 'dataset', action: 'refresh' },
    ...{ report: 'ranking-de-representantes', state: 'suspended', reason: 'report_account_refused', failures: 3 },
    ...{ endsInDays: 150, trigger: { times: ['05:30'] }, ended: [failed, failed, failed] },
  },
  {
    ...{ key: 'mix', name: 'Atualizar Mix de produtos', type: 'dataset', action: 'refresh', report: 'mix-de-produtos', state: 'paused' },
    ...{ endsInDays: 20, trigger: { times: ['04:00'], onHoliday: 'skip' } },
  },
];

const getTasks = (tenant: DemoTenant) => (tenant.key === 'vertice' ? tasks : []);
const taskId = ({ key }: DemoTask) => demoId(`task/${key}`);
const triggerId = ({ key }: DemoTask) => demoId(`task-trigger/${key}`);
const toStored = ({ trigger }: DemoTask): StoredTrigger => ({ ...daily, ...trigger });
const shown = 12;

type Times = { past: Date[]; next: Date | null };

/** The latest runs before now, the last one first, and the next one. */
function getTimes(tenant: DemoTenant, task: DemoTask, clock: Clock): Times {
  const calendar = { zone: tenant.timezone, holidays: [] };
  const active = { from: new Date(clock.ago(60 * day)), until: new Date(clock.ago(-400 * day)) };
  const trigger = getTrigger(toStored(task));
  const now = new Date(clock.now);
  const since = task.trigger.everyMinutes ? 2 : task.trigger.monthDay ? 45 : 16;
  const past = nextRuns(trigger, new Date(clock.ago(since * day)), calendar, active, 500).filter((run) => run < now);
  // What is suspended has not run for two days.
  const latest = task.state === 'suspended' ? past.slice(0, -2) : past;
  return { past: latest.toReversed().slice(0, shown), next: nextRuns(trigger, now, calendar, active, 1)[0] ?? null };
}

/** Tasks of every state, owned by the administrator, when each runs next, and what ran lately, was missed or failed. */
export function automationRows(tenant: DemoTenant, clock: Clock): { tasks: Rows; triggers: Rows; runs: Rows } {
  const timed = getTasks(tenant).map((task) => ({ task, times: getTimes(tenant, task, clock) }));
  return {
    tasks: timed.map(({ task, times }) => taskRow(tenant, task, times, clock)),
    triggers: timed.map(({ task, times }) => triggerRow(tenant, task, times)),
    runs: timed.flatMap(({ task, times }) => runRows(tenant, task, times, clock)),
  };
}

function taskRow(tenant: DemoTenant, task: DemoTask, { past }: Times, clock: Clock) {
  const group = tenant.groups.find(({ key }) => key === task.group);
  const last = past.find((_, index) => (task.ended?.[index] ?? succeeded).state === 'succeeded');
  return {
    ...{ tenant_id: tenant.id, id: taskId(task), name: task.name, sort_key: fold(task.name), type: task.type, action: task.action },
    ...{ target_kind: task.report ? 'report' : 'group', target_id: task.report ? getReportId(tenant, task.report) : (group?.id ?? null) },
    ...{ owner_id: idOfPerson(tenant, `admin@${tenant.key}.test`), state: task.state, reason: task.reason ?? null },
    ...{ starts_at: clock.ago((365 - task.endsInDays) * day), ends_at: clock.ago(-task.endsInDays * day) },
    ...{ ends_told: task.endsInDays < 30 ? 30 : null, failures: task.failures ?? 0, last_sent_at: last ? clock.iso(last.getTime()) : null },
    ...{ wake_outside: false, options: task.options ?? {}, version: 1, created_at: clock.ago((365 - task.endsInDays) * day) },
  };
}

function triggerRow(tenant: DemoTenant, task: DemoTask, { next }: Times) {
  const { days, monthDay, shortMonth, businessDay, onHoliday, everyMinutes, from, until, ...rest } = toStored(task);
  return {
    ...{ tenant_id: tenant.id, id: triggerId(task), task_id: taskId(task), ...rest, days, month_day: monthDay, short_month: shortMonth },
    ...{ business_day: businessDay, on_holiday: onHoliday, every_minutes: everyMinutes, from_time: from, until_time: until },
    next_at: task.state === 'active' && next ? next.toISOString() : null,
  };
}

const runRows = (tenant: DemoTenant, task: DemoTask, { past }: Times, clock: Clock): Rows =>
  past.map((due, index) => {
    const { state, reason } = task.ended?.[index] ?? succeeded;
    const at = due.getTime();
    const isTried = state === 'succeeded' || state === 'failed';
    return {
      ...{ tenant_id: tenant.id, task_id: taskId(task), trigger_id: triggerId(task), id: demoId(`task-run/${task.key}/${index}`) },
      ...{ due_at: clock.iso(at), state, attempt: isTried ? (state === 'failed' ? 4 : 1) : 0, reason, notes: {} },
      ...{ started_at: isTried ? clock.iso(at + 4_000) : null, ended_at: clock.iso(at + (state === 'failed' ? 1_265_000 : 7_000)) },
    };
  });
