import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { taskTriggers } from '../../../db/schema/automatic-actions.ts';
import type { TaskFull, TaskOptionFields, TaskRow } from '../../../domain/automatic-actions/contract.ts';
import { optionFlags, type TaskOptions, triggerColumns } from '../../../domain/automatic-actions/fields.ts';
import type { StoredRunState } from '../../../domain/automatic-actions/runs.ts';
import type { OfferedType, TaskMessage, TaskState } from '../../../domain/automatic-actions/task.ts';
import { type StoredTrigger, triggerFields } from '../../../domain/automatic-actions/trigger.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { searchWords } from '../../../domain/text/fold.ts';
import type { SortColumn } from '../../request/keyset.ts';
import { k, targetName } from './found.ts';

type LastRun = { id: string; dueAt: string; state: StoredRunState; reason: string | null };

/** When task k runs next. A time that is computed again has no next run yet. */
const nextAt = sql<string | null>`(select min(g.next_at) from task_triggers g
  where g.tenant_id = k.tenant_id and g.task_id = k.id and g.next_at > 'epoch')`;
const ownerName = sql<
  string | null
>`(select u.name from users u where u.tenant_id = k.tenant_id and u.id = k.owner_id and u.deleted_at is null)`;
const triggerValues = sql.raw(triggerColumns.map((name) => `'${name}', g.${taskTriggers[name].name}`).join(', '));
const triggers = sql<StoredTrigger[]>`(select coalesce(jsonb_agg(jsonb_build_object(${triggerValues}) order by g.id), '[]')
  from task_triggers g where g.tenant_id = k.tenant_id and g.task_id = k.id)`;
const lastRun = sql<LastRun | null>`(select jsonb_build_object('id', r.id, 'dueAt', r.due_at, 'state', r.state, 'reason', r.reason)
  from task_runs r where r.tenant_id = k.tenant_id and r.task_id = k.id and r.due_at <= app.now()
  order by r.due_at desc, r.id desc limit 1)`;

export const rowColumns = {
  id: k.id,
  name: k.name,
  type: sql<OfferedType>`${k.type}`,
  action: k.action,
  targetKind: k.targetKind,
  targetId: k.targetId,
  targetName,
  ownerId: k.ownerId,
  ownerName,
  state: k.state,
  reason: k.reason,
  startsAt: k.startsAt,
  endsAt: k.endsAt,
  lastSentAt: k.lastSentAt,
  nextAt,
  failures: k.failures,
  zone: k.zone,
  wakeOutside: k.wakeOutside,
  options: k.options,
  triggers,
  lastRun,
  version: k.version,
};
export const shownTasks = (db: Db) => db.select(rowColumns).from(k);
type Row = Awaited<ReturnType<typeof shownTasks>>[number];

export const taskColumns: Record<string, SortColumn> = {
  name: { sql: sql`${k.sortKey}`, cast: 'text' },
  next: { sql: sql`coalesce(${nextAt}, 'infinity')`, cast: 'timestamptz' },
  last: { sql: sql`coalesce(${k.lastSentAt}, '-infinity')`, cast: 'timestamptz' },
  ends: { sql: sql`${k.endsAt}`, cast: 'timestamptz' },
};

export const presentTask = ({ options: _options, ...row }: Row): TaskRow => ({
  ...row,
  startsAt: toIso(row.startsAt),
  endsAt: toIso(row.endsAt),
  lastSentAt: isoOrNull(row.lastSentAt),
  nextAt: isoOrNull(row.nextAt),
  wakeOutside: toFlag(row.wakeOutside),
  triggers: row.triggers.map(triggerFields),
  lastRun: row.lastRun && { ...row.lastRun, dueAt: toIso(row.lastRun.dueAt) },
});

const messageFields = ({ audience, mail, names, ...message }: TaskMessage) => ({
  ...message,
  audience: 'ids' in audience ? { ...audience, ids: [...audience.ids] } : audience,
  mail: toFlag(mail),
  names: [...names],
});
function optionFields({ message, ...options }: TaskOptions): TaskOptionFields {
  const flags = optionFlags.flatMap((name) => (options[name] === undefined ? [] : [[name, toFlag(options[name])] as const]));
  // because fromEntries forgets the names
  return { ...options, ...(message && { message: messageFields(message) }), ...Object.fromEntries(flags) } as TaskOptionFields;
}
export const presentFull = (row: Row): TaskFull => ({ ...presentTask(row), options: optionFields(row.options) });

/** `and()` that never returns undefined, which would print nothing inside `sql`. */
const all = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;
export const hasWords = (search: string | undefined): SQL =>
  all(
    ...searchWords(search ?? '')
      .slice(0, 8)
      .map((word) => sql`(' ' || ${k.sortKey}) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
  );
type Filters = { search?: string | undefined; type?: OfferedType | undefined; state?: TaskState | undefined };
export const taskConditions = ({ search, type, state }: Filters): SQL =>
  all(type && eq(k.type, type), state && eq(k.state, state), hasWords(search));
