import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { userGroupHistory } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { whoDid } from '../../http/past.ts';

type Change = { before?: unknown; after?: unknown; names?: unknown; count?: unknown };
type Row = { id: string; at: string; who: string | null; what: string; change: Change };
const shown = 100;

const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

export const readUserGroupHistory = bind(userGroupHistory, async ({ id }, ctx) => {
  const [there, rows] = await ctx.database.withTenant(entryOf(ctx, 'userGroups.read'), (db) => [
    db.execute(sql`select 1 from user_groups where id = ${id}::uuid`),
    db.execute(
      sql`select a.id, a.at, ${whoDid} as who, a.what, a.change from audit a where a.row_id = ${id}::uuid order by a.at desc, a.id desc limit ${shown}`,
    ),
  ]);
  if (there.rows.length === 0) throw new AppError('not_found');
  return {
    items: rowsOf<Row>(rows).map(({ id: item, at, who, what, change }) => ({
      id: item,
      at: new Date(at).toISOString(),
      who,
      what,
      before: facts(change.before),
      after: facts(change.after),
      names: Array.isArray(change.names) ? change.names.filter((name) => typeof name === 'string') : [],
      count: typeof change.count === 'number' ? change.count : null,
    })),
  };
});
