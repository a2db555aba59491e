import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { findMentionable } from '../../../domain/comments/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { fold } from '../../../domain/text/fold.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { visible } from './rows.ts';
import { seesReport } from './visible-people.ts';

const shown = 8;

/** By the beginning of the whole name, or of a later word of it; only who sees the report, and never oneself. */
export const findPeople = bind(findMentionable, async ({ id, q }, ctx) => {
  const key = fold(q);
  const report = sql`${id}::uuid`;
  const [place, found] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(sql`select ${visible(ctx, report)} as there`),
    db.execute(sql`select u.id, u.name from users u where u.id <> (select app.user_id()) and (starts_with(u.sort_key, ${key}) or position(${` ${key}`} in u.sort_key) > 0) and ${visible(ctx, report)} and ${seesReport(report)}
      order by u.sort_key, u.id limit ${shown}`),
  ]);
  if (!rowsOf<{ there: boolean }>(place)[0]?.there) throw new AppError('not_found');
  return { people: rowsOf<{ id: string; name: string }>(found).map(({ id: userId, name }) => ({ id: userId, name })) };
});
