import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listUnits } from '../../../domain/tenants/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { type OwnTree, pageOfTenants, presentTenant, presentTree, type Row, rowColumns, searched, sortColumns } from './tenant-row.ts';

type Counts = { n: number; all: number; A: number; T: number; B: number; I: number; D: number };
type Wanted = { status?: string | undefined; search?: string | undefined };

const statusIs = (status: string | undefined): SQL => (status ? sql`t.status = ${status}` : sql`t.status <> 'D'`);

/** Without the status: what the counts of the states are counted over. */
function below({ search }: Wanted): SQL {
  const ours = sql`t.parent_id = (select app.tenant_id()) and (t.deleted_at is null or t.deleted_at > app.now() - interval '30 days')`;
  return search ? sql`${ours} and ${searched(search)}` : ours;
}
export const shown = (input: Wanted): SQL => sql`${below(input)} and ${statusIs(input.status)}`;

const of = (status: string) => sql`count(*) filter (where t.status = ${status})::int as ${sql.identifier(status)}`;

export const findUnits = bind(listUnits, async (input, ctx) => {
  const list = keyset(input, sortColumns, 'name', sql`t.id`);
  const [rows, counted, own] = await ctx.database.withWide(entryOf(ctx, 'units.manage'), (db) => [
    db.execute(
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from ${pageOfTenants(sql`${shown(input)} and ${list.where}`, list.orderBy, list.limit)} order by ${list.orderBy}`,
    ),
    db.execute(
      sql`select count(*) filter (where ${statusIs(input.status)})::int as n, count(*) filter (where t.status <> 'D')::int as "all", ${sql.join(['A', 'T', 'B', 'I', 'D'].map(of), sql`, `)} from tenants t where ${below(input)}`,
    ),
    db.execute(sql`select app.own_tree(${ctx.env.PRODUCT_HOST}) as tree`),
  ]);
  const { n: total, ...counts } = rowsOf<Counts>(counted)[0] ?? { n: 0, all: 0, A: 0, T: 0, B: 0, I: 0, D: 0 };
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), total);
  const mine = rowsOf<{ tree: OwnTree }>(own)[0]?.tree;
  if (!mine) throw new Error('a tenant has a tree');
  return { items: kept.map(presentTenant), ...paging, counts, tree: presentTree(mine, mine), directoryHolder: mine.directory_holder };
});
