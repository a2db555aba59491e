import { fold } from '../../domain/text/fold.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';
import { messageText } from './make-message.ts';

type Owner = { id: string };
type TaskOptions = {
  name?: string;
  type?: 'capacity' | 'dataset' | 'maintenance' | 'notification';
  action?: string;
  targetKind?: string;
  targetId?: string | null;
  owner?: Owner | null;
  relation?: string | null;
  state?: string;
  options?: Record<string, unknown>;
  wakeOutside?: boolean;
  startsAt?: string;
  endsAt?: string;
  /** Daily, at these times of the unit's clock; otherwise at the time of `nextAt`, so that a day passes before it is due again. */
  times?: readonly string[];
  nextAt?: string | null;
};

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A task with one daily trigger. */
export async function makeTask(tenant: Owner, options: TaskOptions = {}): Promise<{ id: string; trigger: string; name: string }> {
  const [id, trigger] = [makeId(), makeId()];
  const { name = `Task ${id.slice(0, 8)}`, type = 'maintenance', action = 'start', targetKind = 'unit', targetId = null } = options;
  const { owner = null, relation = null, state = 'active', wakeOutside = false, nextAt = null } = options;
  const times = options.times ?? (nextAt ? null : ['06:00']);
  await query(
    `insert into tasks (tenant_id, id, name, sort_key, type, action, target_kind, target_id, owner_id, relation_id, state, options,
        wake_outside, starts_at, ends_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14, $15)`,
    [
      ...[tenant.id, id, name, fold(name), type, action, targetKind, targetId, owner?.id ?? null, relation, state],
      ...[JSON.stringify(options.options ?? (action === 'start' ? { minutes: 60, title: name } : {})), String(wakeOutside)],
      ...[options.startsAt ?? inDays(-1), options.endsAt ?? inDays(365)],
    ],
  );
  await query(
    `insert into task_triggers (tenant_id, id, task_id, frequency, times, next_at)
      select id, $2, $3, 'daily', coalesce($4::text[], array[to_char($5::timestamptz at time zone zone, 'HH24:MI')]), $5
        from tenants where id = $1`,
    [tenant.id, trigger, id, times && `{${times.join()}}`, nextAt],
  );
  return { id, trigger, name };
}

/** A run of a task, ended unless its state is open. */
async function makeRun(
  tenant: Owner,
  task: Owner,
  { state = 'succeeded', dueAt = inDays(-1), reason = null }: { state?: string; dueAt?: string; reason?: string | null } = {},
): Promise<{ id: string }> {
  const id = makeId();
  const isOpen = state === 'claimed' || state === 'running';
  await query(
    `insert into task_runs (tenant_id, task_id, trigger_id, due_at, id, state, reason, next_try_at, ended_at)
      values ($1, $2, gen_random_uuid(), $3, $4, $5, $6, $7, $8)`,
    [tenant.id, task.id, dueAt, id, state, reason, isOpen ? inDays(1) : null, isOpen ? null : dueAt],
  );
  return { id };
}

/**
 * What the calls of tasks name: two tasks of a person, one that opens maintenance and one that writes, a run that is over and one that
 * waits.
 */
export async function makeTasks(tenant: Owner, owner: Owner, report: Owner) {
  const task = await makeTask(tenant, {
    ...{ name: 'Carga diária', owner, targetKind: 'report', targetId: report.id, nextAt: inDays(1) },
  });
  const message = {
    audience: { type: 'all' },
    texts: { 'pt-BR': { subject: 'Aviso', body: messageText('Na sexta.') } },
    mail: false,
    names: [],
  };
  const messageTask = await makeTask(tenant, { type: 'notification', action: 'send', owner, options: { message } });
  const [run, openRun] = [await makeRun(tenant, task), await makeRun(tenant, task, { state: 'claimed', dueAt: inDays(-2) })];
  return { task: task.id, messageTask: messageTask.id, run: run.id, openRun: openRun.id };
}
