import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { readParty } from '../../../domain/parties/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { presentParty, type Row, rowColumns } from './party-row.ts';

type Unit = { id: string; name: string; status: string; users: number; user_limit: number | null };

export const readOneParty = bind(readParty, async ({ id }, ctx) => {
  const [found, units] = await ctx.database.withTenant(entryOf(ctx, 'parties.manage'), (db) => [
    db.execute(
      sql`select ${rowColumns} from parties c where c.id = ${id}::uuid and (c.deleted_at is null or c.deleted_at > app.now() - interval '30 days')`,
    ),
    db.execute(sql`select id, name, status, users, user_limit from app.units_of_party(${id}::uuid)`),
  ]);
  const [row] = rowsOf<Row>(found);
  if (!row) throw new AppError('not_found');
  return {
    ...presentParty(row),
    units: rowsOf<Unit>(units).map((unit) => ({
      ...{ id: unit.id, name: unit.name, status: unit.status, users: unit.users, userLimit: unit.user_limit },
    })),
  };
});
