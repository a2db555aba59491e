import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { partyHistory } from '../../../domain/parties/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { pastOf, presentPast } from '../../http/past.ts';

export const readPartyHistory = bind(partyHistory, async ({ id }, ctx) => {
  const [there, rows] = await ctx.database.withTenant(entryOf(ctx, 'parties.manage'), (db) => [
    db.execute(sql`select 1 from parties where id = ${id}::uuid`),
    db.execute(pastOf(id)),
  ]);
  if (there.rows.length === 0) throw new AppError('not_found');
  return { items: presentPast(rows) };
});
