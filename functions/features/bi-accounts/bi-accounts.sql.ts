import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { TestStep } from '../../../domain/bi-accounts/contract.ts';
import type { SessionContext } from '../../request/context.ts';
import { accountVisible, getAccountViewer } from './account-visible.ts';

// Writes that can be refused for one reason only, and bulk writes: each is one statement with its audit rows.

const visible = (ctx: SessionContext) => accountVisible(getAccountViewer(ctx));

const change = raw('bi_accounts.switch_account', { version: 'int4' });
export const updateDisabled = (db: Db, ctx: SessionContext, id: string, disabled: boolean) =>
  change(
    db,
    sql`with o as (select a.id from service_accounts a where a.id = ${id}::uuid and ${visible(ctx)}),
      w as (update service_accounts t set disabled = ${disabled}, version = t.version + 1 from o where t.id = o.id
        returning t.id, t.name, t.version),
      audited as (${auditEach(ctx, {
        what: disabled ? 'service_account.disable' : 'service_account.enable',
        row: sql`w.id`,
        facts: { name: sql`w.name` },
        from: sql`w`,
      })})
      select w.version from w`,
  );

type Tested = { id: string; version: number; steps: readonly TestStep[]; outcome: string };
const keep = raw('bi_accounts.keep_test', {});
/** Stores the result of a test, unless the account has changed since it was read. */
export const updateTested = (db: Db, ctx: SessionContext, { id, version, steps, outcome }: Tested) =>
  keep(
    db,
    sql`with w as (update service_accounts a set tested = ${JSON.stringify(steps)}::jsonb, tested_at = app.now()
        where a.id = ${id}::uuid and a.version = ${version} and ${visible(ctx)} returning a.id, a.name)
      ${auditEach(ctx, { what: 'service_account.test', row: sql`w.id`, facts: { name: sql`w.name`, outcome }, from: sql`w` })}`,
  );

type NewWorkspace = { id: string; serviceId: string; name: string; sortKey: string; capacityId: string | null };
const addMany = raw('bi_accounts.add_workspaces', { added: 'int4' });
/** Adds workspaces of an enabled account; existing ones stay unchanged. */
export function insertWorkspaces(db: Db, ctx: SessionContext, accountId: string, added: readonly NewWorkspace[]) {
  const rows = added.map(({ id, serviceId, name, sortKey, capacityId }) => ({
    ...{ id, name, service_id: serviceId, sort_key: sortKey, capacity_id: capacityId },
  }));
  return addMany(
    db,
    sql`with o as (select a.id, a.name from service_accounts a where a.id = ${accountId}::uuid and not a.disabled and ${visible(ctx)}),
      w as (insert into workspaces (id, account_id, service_id, name, sort_key, capacity_id, added_by_id)
        select x.id, o.id, x.service_id, x.name, x.sort_key, x.capacity_id, (select app.user_id()) from o,
          jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (id uuid, service_id text, name text, sort_key text, capacity_id text)
        on conflict do nothing returning id, name),
      audited as (${auditEach(ctx, {
        what: 'workspace.add',
        row: sql`w.id`,
        facts: { after: { name: sql`w.name`, account: sql`o.name` } },
        from: sql`w, o`,
      })})
      select (select count(*)::int from w) as added`,
  );
}

const create = raw('bi_accounts.create_workspace', { id: 'uuid' });
/** Adds a workspace that was just created at the service; no row if the account is gone. */
export const insertWorkspace = (db: Db, ctx: SessionContext, accountId: string, added: NewWorkspace) =>
  create(
    db,
    sql`with o as (select a.id, a.name from service_accounts a where a.id = ${accountId}::uuid and ${visible(ctx)}),
      w as (insert into workspaces (id, account_id, service_id, name, sort_key, capacity_id, added_by_id)
        select ${added.id}::uuid, o.id, ${added.serviceId}, ${added.name}, ${added.sortKey}, ${added.capacityId}, (select app.user_id())
        from o on conflict do nothing returning id, name),
      audited as (${auditEach(ctx, {
        what: 'workspace.create',
        row: sql`w.id`,
        facts: { after: { name: sql`w.name`, account: sql`o.name` } },
        from: sql`w, o`,
      })})
      select id from w`,
  );

type Renamed = { id: string; version: number; name: string; sortKey: string };
const rename = raw('bi_accounts.rename_workspace', { there: 'int4', changed: 'int4' });
export const updateWorkspaceName = (db: Db, ctx: SessionContext, { id, version, name, sortKey }: Renamed) =>
  rename(
    db,
    sql`with o as (select w.id, w.name from workspaces w join service_accounts a on a.tenant_id = w.tenant_id and a.id = w.account_id
        where w.id = ${id}::uuid and ${visible(ctx)}),
      changed as (update workspaces t set name = ${name}, sort_key = ${sortKey}, version = t.version + 1 from o
        where t.id = o.id and t.version = ${version} returning t.id),
      audited as (${auditEach(ctx, {
        what: 'workspace.edit',
        row: sql`o.id`,
        facts: { before: { name: sql`o.name` }, after: { name } },
        from: sql`o join changed c on c.id = o.id`,
      })})
      select (select count(*)::int from o) as there, (select count(*)::int from changed) as changed`,
  );
