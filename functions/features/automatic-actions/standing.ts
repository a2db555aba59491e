import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { defineShape, raw, typed } from '../../../db/raw.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import type { TaskOptions } from '../../../domain/automatic-actions/fields.ts';
import type { Standing, SuspendReason, TaskOwner } from '../../../domain/automatic-actions/run.ts';
import type { OfferedType, TaskAction, TaskState, TaskTargetKind } from '../../../domain/automatic-actions/task.ts';
import type { CapacityToWake } from '../../../domain/automatic-actions/wake.ts';
import { targetRows } from './found.ts';

type Person = { profile: Profile; flags: string[]; isActive: boolean };
type Model = {
  workspaceId: string;
  datasetId: string;
  account: { id: string; directoryId: string; appId: string; secretSealed: string; profileId: string | null } | null;
};
type Capacity = CapacityToWake & { id: string; hasAccount: boolean; followsShifts: boolean; state: string };

const shape = defineShape({
  id: 'uuid',
  name: 'text',
  type: typed<OfferedType>('text'),
  action: typed<TaskAction>('text'),
  target_kind: typed<TaskTargetKind>('text'),
  target_id: 'uuid?',
  options: typed<TaskOptions>('jsonb'),
  state: typed<TaskState>('text'),
  reason: typed<SuspendReason | null>('text?'),
  failures: 'int4',
  wake_outside: 'bool',
  owner_id: 'uuid?',
  owner: typed<Person | null>('jsonb?'),
  relation_id: 'uuid?',
  stands: 'bool?',
  reaches: 'bool',
  zone: 'text',
  acts: 'bool',
  hidden: 'text[]',
  is_there: 'bool',
  has_model: 'bool?',
  is_controlled: 'bool?',
  model: typed<Model | null>('jsonb?'),
  capacity: typed<Capacity | null>('jsonb?'),
});
const standingRow = raw('tasks.standing', shape);

const owner = sql`(select jsonb_build_object('profile', u.profile, 'flags', u.flags,
    'isActive', u.status in ('A','T') and u.deleted_at is null and u.seat is null)
  from users u where u.tenant_id = k.tenant_id and u.id = k.owner_id)`;
/** Whether the owner sees the account of a capacity, where the unit limits people to those that they registered. */
const reaching = (id: SQL) => sql`(not (select t.restrict_accounts from tenants t where t.id = k.tenant_id)
    or exists (select from users u where u.tenant_id = k.tenant_id and u.id = k.owner_id and u.profile not in ('admin','user'))
    or exists (select from capacity_members m join service_accounts a on a.tenant_id = m.tenant_id and a.id = m.account_id
      where m.tenant_id = k.tenant_id and m.capacity_id = ${id} and a.registered_by_id = k.owner_id))`;
const model = sql`(select jsonb_build_object('workspaceId', r.workspace_id, 'datasetId', r.dataset_id, 'account',
    (select jsonb_build_object('id', a.id, 'directoryId', a.directory_id, 'appId', a.app_id, 'secretSealed', a.secret_sealed,
        'profileId', a.profile_id)
      from service_accounts a where a.tenant_id = r.tenant_id and a.id = r.account_id and not a.disabled))
  from reports r where k.type = 'dataset' and r.tenant_id = k.tenant_id and r.id = k.target_id)`;
/** The capacity that the task is about, or on which its report runs. */
const capacity = sql`(select jsonb_build_object('id', c.id, 'isControlled', c.is_controlled, 'isReached', ${reaching(sql`c.id`)},
    'hasAccount', c.has_account, 'followsShifts', c.follows_shifts, 'state', c.observed_state, 'reason', c.reason, 'override', c.override)
  from app.task_capacities() c
  where case k.type when 'capacity' then c.id = k.target_id when 'dataset' then exists (select from reports r
    join workspaces w on w.tenant_id = r.tenant_id and w.account_id = r.account_id and w.service_id = r.workspace_id
    where r.tenant_id = k.tenant_id and r.id = k.target_id and w.capacity_id = c.service_capacity_id) else false end
  limit 1)`;

/** A task as it stands now, with everything that decides whether it may run. */
export const readStanding = (db: Db, id: string | SQL) =>
  standingRow(
    db,
    sql`select k.id, k.name, k.type, k.action, k.target_kind, k.target_id, k.options, k.state, k.reason, k.failures, k.wake_outside,
        k.owner_id, ${owner} as owner, k.relation_id, case when k.relation_id is not null then app.relation_stands(k.relation_id) end as stands,
        k.type <> 'capacity' or ${reaching(sql`k.target_id`)} as reaches,
        coalesce(k.zone, u.zone) as zone, u.acts, u.hidden, o.name is not null as is_there, o.has_model, o.is_controlled,
        ${model} as model, ${capacity} as capacity
      from tasks k cross join app.task_unit() u left join lateral ${targetRows} o on true
      where k.id = ${id}::uuid`,
  );
export type FoundStanding = Awaited<ReturnType<typeof readStanding>>['rows'][number];

const getOwner = ({ owner_id, owner: person, relation_id, stands, reaches }: FoundStanding): TaskOwner => {
  if (owner_id === null && relation_id !== null) return { kind: 'relation', stands: stands ?? false, reaches };
  return person ? { kind: 'person', ...person, reaches } : { kind: 'none' };
};

/** The facts of the rule; null where the task is gone. */
export function toStanding({ rows: [row] }: { rows: FoundStanding[] }): (Standing & { row: FoundStanding }) | null {
  if (!row) return null;
  const { type, action } = row;
  return {
    type,
    action,
    targetKind: row.target_kind,
    owner: getOwner(row),
    hidden: row.hidden,
    target: { exists: row.is_there, hasModel: row.has_model ?? false, isControlled: row.is_controlled ?? false },
    hasAccount: type === 'dataset' ? row.model?.account != null : type === 'capacity' ? (row.capacity?.hasAccount ?? true) : true,
    row,
  };
}
