import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { groupHistory } from '../../../domain/groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { whoDid } from '../../http/past.ts';
import { tableOf } from './kind.ts';

type Row = {
  id: string;
  at: string;
  who: string | null;
  what: string;
  change: { before?: unknown; after?: unknown };
};
const shown = 50;

// A new order is recorded as a list of ids, which says nothing to a reader.
const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

export const readHistory = bind(groupHistory, async ({ kind, id }, ctx) => {
  const [there, rows] = await ctx.database.withTenant(entryOf(ctx, 'groups.read'), (db) => [
    db.execute(sql`select 1 from ${tableOf(kind)} where id = ${id}::uuid`),
    db.execute(
      sql`select a.id, a.at, ${whoDid} as who, a.what, a.change from audit a where a.row_id = ${id}::uuid order by a.at desc limit ${shown}`,
    ),
  ]);
  if (there.rows.length === 0) throw new AppError('group_not_found');
  return {
    items: rowsOf<Row>(rows).map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      who: row.who,
      what: row.what,
      before: facts(row.change.before),
      after: facts(row.change.after),
    })),
  };
});
