import { sql } from 'drizzle-orm';
import { listUsers, type UserCounts } from '../../../domain/users/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { conditions, countPeople, present, shownColumns, x } from './rows.ts';

/** Users who never signed in come first, users without an expiry last. */
export const columns: Record<string, SortColumn> = {
  name: { sql: sql`x.sort_key`, cast: 'text' },
  email: { sql: sql`x.email`, cast: 'text' },
  created: { sql: sql`x.created_at`, cast: 'timestamptz' },
  signedIn: { sql: sql`coalesce(x.last_sign_in_at, '-infinity'::timestamptz)`, cast: 'timestamptz' },
  expires: { sql: sql`coalesce(x.expires_at, 'infinity'::timestamptz)`, cast: 'timestamptz' },
  status: { sql: sql`x.status`, cast: 'text' },
};

const none: UserCounts & { n: number } = {
  all: 0,
  A: 0,
  T: 0,
  B: 0,
  I: 0,
  D: 0,
  invited: 0,
  never: 0,
  expiring: 0,
  unidentified: 0,
  removed: 0,
  exact: true,
  n: 0,
};

export const findUsers = bind(listUsers, async (input, ctx) => {
  const list = keyset(input, columns, 'name', sql`${x.id}`);
  const [rows, [counted = none]] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [
    list.page(
      db
        .select({ ...shownColumns, sort_value: list.sortValue })
        .from(x)
        .$dynamic(),
      conditions(input, ctx),
    ),
    countPeople(db, input, ctx),
  ]);
  const { n: total, ...counts } = counted;
  const { rows: kept, ...paging } = list.answer(rows, total, counts.exact);
  return { items: await Promise.all(kept.map((row) => present(row, ctx))), ...paging, counts };
});
