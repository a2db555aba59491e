import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listPartners } from '../../../domain/tenants/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { presentTenant, type Row, rowColumns, searched, sortColumns } from './tenant-row.ts';

const mostFound = 1_000;

type Wanted = { kind?: string | undefined; status?: string | undefined; parent?: string | undefined; search?: string | undefined };

/** What was deleted is shown only where it is asked for. */
export function conditionsOf(input: Wanted): SQL {
  const filters: SQL[] = [sql`t.kind <> 'platform'`, input.status ? sql`t.status = ${input.status}` : sql`t.status <> 'D'`];
  if (input.kind) filters.push(sql`t.kind = ${input.kind}`);
  if (input.parent) filters.push(sql`t.parent_id = ${input.parent}::uuid`);
  if (input.search) filters.push(searched(input.search));
  return sql.join(filters, sql` and `);
}

/** Partners and business units of the whole platform, through the wide role: it can read across tenants and write nothing. */
export const findPartners = bind(listPartners, async (input, ctx) => {
  const list = keyset(input, sortColumns, 'name', sql`t.id`);
  const where = conditionsOf(input);
  // The counters know all of a kind and status; what is narrowed further is counted, up to a bound.
  const narrow = Boolean(input.search || input.parent);
  const count = narrow
    ? sql`select count(*)::int as n from (select 1 from tenants t where ${where} limit ${mostFound + 1}) c`
    : sql`select coalesce(sum(t.n), 0)::int as n from tenant_counts t where ${where}`;
  const [rows, counted] = await ctx.database.withWide(entryOf(ctx, 'partners.read'), (db) => [
    db.execute(
      sql`select ${rowColumns}, ${list.sortValue} as sort_value from tenants t where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(count),
  ]);
  const total = rowsOf<{ n: number }>(counted)[0]?.n ?? 0;
  const { rows: kept, ...paging } = list.answer(
    rowsOf<Row>(rows),
    narrow ? Math.min(total, mostFound) : total,
    !narrow || total <= mostFound,
  );
  return { items: kept.map(presentTenant), ...paging };
});
