import { and, eq, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readParty } from '../../../domain/parties/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { c, living, presentParty, rowColumns } from './party-row.ts';

const unitRows = raw('parties.units', { id: 'uuid', name: 'text', status: 'text', users: 'int4', user_limit: 'int4?' });

export const readOneParty = bind(readParty, async ({ id }, ctx) => {
  const [[row], units] = await ctx.database.withTenant(entryOf(ctx, 'parties.manage'), (db) => [
    db
      .select(rowColumns)
      .from(c)
      .where(and(eq(c.id, id), living)),
    unitRows(db, sql`select id, name, status, users, user_limit from app.units_of_party(${id}::uuid)`),
  ]);
  if (!row) throw new AppError('not_found');
  return {
    ...presentParty(row),
    units: units.rows.map(({ user_limit: userLimit, ...unit }) => ({ ...unit, userLimit })),
  };
});
