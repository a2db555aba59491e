import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { listPartners, type TenantRow } from '../../../domain/tenants/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';

type Row = Omit<TenantRow, 'trialEndsAt' | 'userLimit' | 'createdAt'> & {
  trial_ends_at: string | null;
  user_limit: number | null;
  created_at: string;
  sort_value: string;
};

const columns: Record<string, SortColumn> = {
  name: { sql: sql`t.sort_key`, cast: 'text' },
  created: { sql: sql`t.created_at`, cast: 'timestamptz' },
};
const mostCounted = 10_001;
const mostFound = 1_000;
const capped = (table: SQL) => sql`(select count(*)::int from (select 1 from ${table} c where c.tenant_id = t.id limit ${mostCounted}) n)`;

/** Partners and business units of the whole platform, through the wide role: it can read across tenants and write nothing. */
export const findPartners = bind(listPartners, async (input, ctx) => {
  const list = keyset(input, columns, 'name', sql`t.id`);
  const filters: SQL[] = [sql`t.kind <> 'platform'`];
  if (input.kind) filters.push(sql`t.kind = ${input.kind}`);
  if (input.status) filters.push(sql`t.status = ${input.status}`);
  if (input.search) filters.push(sql`starts_with(t.sort_key, ${fold(input.search)})`);
  const where = sql.join(filters, sql` and `);
  // Without a search the counters know; with one only the found are counted, up to a bound.
  const count = input.search
    ? sql`select count(*)::int as n from (select 1 from tenants t where ${where} limit ${mostFound + 1}) c`
    : sql`select coalesce(sum(t.n), 0)::int as n from tenant_counts t where ${where}`;
  const [rows, counted] = await ctx.database.withWide(entryOf(ctx, 'partners.read'), (db) => [
    db.execute(sql`select t.id, t.kind, t.name, (select p.name from tenants p where p.id = t.parent_id) as parent, (select d.host from domains d where d.tenant_id = t.id order by d.main desc, d.host limit 1) as host,
        t.status, t.trial_ends_at, t.user_limit, ${capped(sql`users`)} as users, ${capped(sql`reports`)} as reports, t.created_at, ${list.sortValue} as sort_value
      from tenants t where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`),
    db.execute(count),
  ]);
  const total = rowsOf<{ n: number }>(counted)[0]?.n ?? 0;
  const { rows: kept, ...paging } = list.answer(
    rowsOf<Row>(rows),
    input.search ? Math.min(total, mostFound) : total,
    !input.search || total <= mostFound,
  );
  return { items: kept.map(present), ...paging };
});

const present = (row: Row): TenantRow => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  parent: row.parent,
  host: row.host,
  status: row.status,
  trialEndsAt: row.trial_ends_at ? new Date(row.trial_ends_at).toISOString() : null,
  users: row.users,
  userLimit: row.user_limit,
  reports: row.reports,
  createdAt: new Date(row.created_at).toISOString(),
});
