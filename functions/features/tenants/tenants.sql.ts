import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import type { TenantRow } from '../../../domain/tenants/contract.ts';
import type { OwnTree, TenantFacts } from './tenant-facts.ts';

// Lists across tenants, and the functions that administer a tenant from the layer above.

const maxCounted = 10_001;
const capped = (table: SQL) => sql`(select count(*)::int from (select 1 from ${table} c where c.tenant_id = t.id limit ${maxCounted}) n)`;

// By the index of the user list, which sorts users who never signed in to its other end: max() would read all of them.
const lastActivity = sql`(
    select nullif(coalesce(u.last_sign_in_at, '-infinity'::timestamptz), '-infinity'::timestamptz) from users u where u.tenant_id = t.id
    order by coalesce(u.last_sign_in_at, '-infinity'::timestamptz) desc, u.id desc limit 1)`;

const shown = {
  id: 'uuid',
  kind: typed<TenantRow['kind']>('text'),
  name: 'text',
  parent: 'text?',
  host: 'text?',
  own_domain: 'text?',
  status: typed<TenantRow['status']>('text'),
  status_reason: 'text?',
  trial_ends_at: 'timestamptz?',
  held: typed<TenantRow['held']>('jsonb'),
  user_limit: 'int4?',
  bonus_users: 'int4',
  users: 'int4',
  reports: 'int4',
  units: 'int4',
  last_activity: 'timestamptz?',
  version: 'int4',
  created_at: 'timestamptz',
  deleted_at: 'timestamptz?',
  sort_value: 'text',
} as const;
export type Row = RowOf<typeof shown>;

const list = raw('tenants.list', shown);
type Page = { where: SQL; sortValue: SQL; orderBy: SQL; limit: SQL };
/**
 * The tenants t that `where` narrows; for a partner with the users of its whole tree. The tenants above and below are read only for the
 * page, not for the skipped rows.
 */
export const readTenants = (db: Db, { where, sortValue, orderBy, limit }: Page) =>
  list(
    db,
    sql`select t.id, t.kind, t.name, p.name as parent,
        (select d.host from domains d where d.tenant_id = t.id order by d.main desc, d.host limit 1) as host,
        t.own_domain, t.status, t.status_reason, t.trial_ends_at, t.held, t.user_limit, t.bonus_users, t.users_used + below.users as users,
        ${capped(sql`reports`)} as reports, below.units, ${lastActivity} as last_activity, t.version, t.created_at, t.deleted_at,
        ${sortValue} as sort_value
      from (select t.*, to_jsonb(app.held_above(t)) as held from tenants t where ${where} order by ${orderBy} ${limit}) t
        left join tenants p on p.id = t.parent_id
        cross join lateral (
          select count(*)::int as units, coalesce(sum(c.users_used), 0)::int as users from tenants c
          where t.kind = 'partner' and c.parent_id = t.id and c.deleted_at is null) below
      order by ${orderBy}`,
  );

const tree = raw('tenants.own_tree', { tree: typed<OwnTree | null>('jsonb?') });
export const readOwnTree = (db: Db, productHost: string) => tree(db, sql`select app.own_tree(${productHost}) as tree`);

const facts = raw('tenants.facts', { facts: typed<TenantFacts | null>('jsonb?') });
export const readFacts = (db: Db, id: string, productHost: string) =>
  facts(db, sql`select app.tenant_facts(${id}::uuid, ${productHost}) as facts`);

const free = raw('tenants.host_free', { free: 'bool' });
export const readHostFree = (db: Db, host: string) => free(db, sql`select app.host_free(${host}) as free`);

type Outcome = { version: number; hosts: string[] | null };
const outcome = { outcome: typed<Outcome | null>('jsonb?') } as const;

const setStatus = raw('tenants.set_status', outcome);
export const writeStatus = (db: Db, id: string, version: number, action: string, change: object) =>
  setStatus(db, sql`select app.set_tenant_status(${id}::uuid, ${version}::int, ${action}, ${JSON.stringify(change)}::jsonb) as outcome`);

const edit = raw('tenants.edit', outcome);
export const writeEdit = (db: Db, id: string, version: number, change: object) =>
  edit(db, sql`select app.edit_tenant(${id}::uuid, ${version}::int, ${JSON.stringify(change)}::jsonb) as outcome`);

const reinvite = raw('tenants.reinvite', { state: typed<'ok' | 'none' | 'accepted'>('text') });
export const writeInvitation = (db: Db, id: string, userId: string, change: object) =>
  reinvite(db, sql`select app.reinvite_administrator(${id}::uuid, ${userId}::uuid, ${JSON.stringify(change)}::jsonb) as state`);

const add = raw('tenants.add', {});
export const insertTenant = (db: Db, tenant: object) => add(db, sql`select from app.add_tenant(${JSON.stringify(tenant)}::jsonb)`);
/** The record of a new tenant's paying client, or of a new partner. */
export const addUnitCustomer = raw('tenants.add_party', {});

const trials = raw('tenants.tell_trials', { tenant_id: 'uuid' });
export const tellTrials = (db: Db) => trials(db, sql`select tenant_id from app.tell_trials()`);
