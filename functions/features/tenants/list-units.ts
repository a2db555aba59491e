import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tenants } from '../../../db/schema/tenants.ts';
import { buildRecord } from '../../../domain/fields/fields.ts';
import { listUnits } from '../../../domain/tenants/contract.ts';
import { restoreDays } from '../../../domain/tenants/limits.ts';
import { tenantStatuses } from '../../../domain/tenants/sorts.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { presentTenant, presentTree, searched, sortColumns } from './tenant-row.ts';
import { readOwnTree, readTenants } from './tenants.sql.ts';

const t = alias(tenants, 't');
const noCounts = { n: 0, all: 0, A: 0, T: 0, B: 0, I: 0, D: 0 };
type Wanted = { status?: string | undefined; search?: string | undefined };

const statusIs = (status: string | undefined): SQL => (status ? sql`t.status = ${status}` : sql`t.status <> 'D'`);

/** Without the status: the base of the counts per state. */
function below({ search }: Wanted): SQL {
  const ours = sql`t.parent_id = (select app.tenant_id())
    and (t.deleted_at is null or t.deleted_at > app.now() - make_interval(days => ${restoreDays}))`;
  return search ? sql`${ours} and ${searched(search)}` : ours;
}
export const shown = (input: Wanted): SQL => sql`${below(input)} and ${statusIs(input.status)}`;

export const findUnits = bind(listUnits, async (input, ctx) => {
  const list = keyset(input, sortColumns, 'name', sql`t.id`);
  const [{ rows }, [counted = noCounts], { rows: own }] = await ctx.database.withWide(getEntry(ctx, 'units.manage'), (db) => [
    readTenants(db, { ...list, where: sql`${shown(input)} and ${list.where}` }),
    db
      .select({
        n: sql<number>`count(*) filter (where ${statusIs(input.status)})::int`,
        all: sql<number>`count(*) filter (where t.status <> 'D')::int`,
        ...buildRecord(tenantStatuses, (status) => sql<number>`count(*) filter (where t.status = ${status})::int`),
      })
      .from(t)
      .where(below(input)),
    readOwnTree(db, ctx.env.PRODUCT_HOST),
  ]);
  const { n: total, ...counts } = counted;
  const { rows: kept, ...paging } = list.answer(rows, total);
  const mine = own[0]?.tree;
  if (!mine) throw new Error('a tenant has a tree');
  return { items: kept.map(presentTenant), ...paging, counts, tree: presentTree(mine, mine), directoryHolder: mine.directory_holder };
});
