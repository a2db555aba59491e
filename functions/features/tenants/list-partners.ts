import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { tenantCounts } from '../../../db/schema/tenants.ts';
import { listPartners } from '../../../domain/tenants/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { presentTenant, searched, sortColumns, waysToFind } from './tenant-row.ts';
import { readTenants } from './tenants.sql.ts';

const maxFound = 1_000;

type Wanted = { kind?: string | undefined; status?: string | undefined; parent?: string | undefined; search?: string | undefined };

/** Deleted ones are shown only on request. */
export function getConditions(input: Wanted): SQL {
  const filters: SQL[] = [sql`t.kind <> 'platform'`, input.status ? sql`t.status = ${input.status}` : sql`t.status <> 'D'`];
  if (input.kind) filters.push(sql`t.kind = ${input.kind}`);
  if (input.parent) filters.push(sql`t.parent_id = ${input.parent}::uuid`);
  if (input.search) filters.push(searched(input.search));
  return sql.join(filters, sql` and `);
}

/** How many there are, by the counters of kinds and states. */
const countAll = (db: Db, { kind, status }: Wanted) =>
  db
    .select({ n: sql<number>`coalesce(sum(${tenantCounts.n}), 0)::int` })
    .from(tenantCounts)
    .where(
      and(
        ne(tenantCounts.kind, 'platform'),
        status ? eq(tenantCounts.status, status) : ne(tenantCounts.status, 'D'),
        kind ? eq(tenantCounts.kind, kind) : undefined,
      ),
    );

/** Counts what the counters don't cover, up to `most`. */
const countUpTo = (db: Db, most: number, found: SQL) =>
  db.select({ n: sql<number>`least(count(*), ${most}::int)::int` }).from(sql`(${found}) c`);

/** Partners and business units of the whole platform, through the wide role: it can read across tenants and write nothing. */
export const findPartners = bind(listPartners, async (input, ctx) => {
  const list = keyset(input, sortColumns, 'name', sql`t.id`);
  const { search, ...others } = input;
  const where = getConditions(others);
  // Each search method reads no more than the page can show, and counts no further than the limit.
  const ways = search ? waysToFind(search, where) : [];
  const first = (way: SQL) => sql`(${way} and ${list.where} order by ${list.orderBy} limit ${list.skip + list.take})`;
  // Ordered by name, which has an index: without one the planner would rather read the table.
  const bounded = (way: SQL) => sql`(${way} order by t.sort_key, t.id limit ${maxFound + 1})`;
  const found = search ? sql`${where} and t.id in (${sql.join(ways.map(first), sql` union all `)})` : where;
  // The counters cover whole kinds and states; filtered results are counted, up to a limit.
  const narrow = Boolean(search || input.parent);
  const narrowed = search ? sql.join(ways.map(bounded), sql` union `) : sql`select 1 from tenants t where ${where} limit ${maxFound + 1}`;
  const [{ rows }, [counted]] = await ctx.database.withWide(getEntry(ctx, 'partners.read'), (db) => [
    readTenants(db, { ...list, where: sql`${found} and ${list.where}` }),
    narrow ? countUpTo(db, maxFound + 1, narrowed) : countAll(db, input),
  ]);
  const total = counted?.n ?? 0;
  const { rows: kept, ...paging } = list.answer(rows, narrow ? Math.min(total, maxFound) : total, !narrow || total <= maxFound);
  return { items: kept.map(presentTenant), ...paging };
});
