import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { type Company, listCompanies } from '../../../domain/companies/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

export const findCompanies = bind(listCompanies, async (_input, ctx) => {
  const [rows, proof] = await ctx.database.withTenant(entryOf(ctx, 'session.keep'), (db) => [
    db.execute(sql`select * from app.companies()`),
    db.execute(sql`select app.may_prove() as prove`),
  ]);
  return { companies: rowsOf<Company>(rows), prove: rowsOf<{ prove: boolean }>(proof)[0]?.prove ?? false };
});
