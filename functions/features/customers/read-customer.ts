import { and, eq, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { readCustomer } from '../../../domain/customers/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { c, living, presentCustomer, rowColumns } from './customer-row.ts';

const unitRows = raw('customers.units', { id: 'uuid', name: 'text', status: 'text', users: 'int4', user_limit: 'int4?' });

export const readOneCustomer = bind(readCustomer, async ({ id }, ctx) => {
  const [[row], units] = await ctx.database.withTenant(getEntry(ctx, 'parties.manage'), (db) => [
    db
      .select(rowColumns)
      .from(c)
      .where(and(eq(c.id, id), living)),
    unitRows(db, sql`select id, name, status, users, user_limit from app.units_of_party(${id}::uuid)`),
  ]);
  if (!row) throw new AppError('not_found');
  return {
    ...presentCustomer(row),
    units: units.rows.map(({ user_limit: userLimit, ...unit }) => ({ ...unit, userLimit })),
  };
});
