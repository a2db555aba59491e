import { sql } from 'drizzle-orm';
import { listManaged } from '../../../domain/report-management/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { countRows, listPage } from './managed.sql.ts';
import { present } from './present-managed.ts';

/** Reports are ordered by their groups first; those without a group come last. */
export const columns: Record<string, SortColumn> = {
  position: { sql: sql`(coalesce(g.position, 99999)::bigint * 100000 + r.position)`, cast: 'bigint' },
  title: { sql: sql`r.sort_key`, cast: 'text' },
  added: { sql: sql`r.created_at`, cast: 'timestamptz' },
  data: { sql: sql`coalesce(r.data_at, '-infinity'::timestamptz)`, cast: 'timestamptz' },
};

const none = { n: 0, all: 0, visible: 0, hidden: 0, verified: 0, catalog: 0, noIdentity: 0 };

export const findManaged = bind(listManaged, async (input, ctx) => {
  const list = keyset(input, columns, 'position', sql`r.id`);
  const [found, counted] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    listPage(db, input, list),
    countRows(db, input),
  ]);
  const { n: total, ...counts } = counted.rows[0] ?? none;
  const { rows: kept, ...paging } = list.answer(found.rows, total);
  return { items: kept.map(present), ...paging, counts };
});
