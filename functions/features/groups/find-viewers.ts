import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { findViewers } from '../../../domain/groups/contract.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

const shown = 20;

export const findPeople = bind(findViewers, async ({ q }, ctx) => {
  const key = fold(q);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'groups.edit'), (db) => [
    db.execute(
      sql`select id, name, email from users where status in ('A','T') and seat is null and (starts_with(sort_key, ${key}) or starts_with(email, ${key})) order by sort_key, id limit ${shown}`,
    ),
  ]);
  return { people: rowsOf<{ id: string; name: string; email: string }>(rows) };
});
