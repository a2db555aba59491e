import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { type Company, listCompanies } from '../../../domain/companies/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';

const companyRows = raw('companies.list', { id: 'uuid', name: 'text', kind: 'text', current: 'bool' });
const proofRows = raw('companies.may_prove', { prove: 'bool' });

export const findCompanies = bind(listCompanies, async (_input, ctx) => {
  const [companies, proof] = await ctx.database.withTenant(getEntry(ctx, 'session.keep'), (db) => [
    companyRows(db, sql`select * from app.companies()`),
    proofRows(db, sql`select app.may_prove() as prove`),
  ]);
  // Because a check constraint allows these kinds only.
  return { companies: companies.rows as Company[], prove: proof.rows[0]?.prove ?? false };
});
