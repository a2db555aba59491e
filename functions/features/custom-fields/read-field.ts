import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { readField } from '../../../domain/custom-fields/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { fieldsHere } from './definitions.ts';
import { managedColumns, present, type Row } from './managed-rows.ts';

export type Use = { option: string | null; n: string };

export const readOneField = bind(readField, async ({ id }, ctx) => {
  const [found, use, grants] = await ctx.database.withTenant(entryOf(ctx, 'customFields.manage'), (db) => [
    db.execute(sql`select ${managedColumns} from ${fieldsHere} where f.id = ${id}::uuid`),
    db.execute(sql`select option, n from app.custom_use(${id}::uuid)`),
    db.execute(
      sql`select count(*)::int as n from grants x, ${fieldsHere} where f.id = ${id}::uuid and strpos(x.identity->>'username', '{{' || f.key || '}}') > 0 and (x.valid_until is null or x.valid_until > app.now())`,
    ),
  ]);
  const [row] = rowsOf<Row>(found);
  if (!row) throw new AppError('not_found');
  const uses = rowsOf<Use>(use);
  const field = present(row);
  return {
    ...field,
    values: Number(uses.find(({ option }) => option === null)?.n ?? 0),
    used: uses.flatMap(({ option, n }) => (option === null ? [] : [{ value: option, count: Number(n) }])),
    grants: field.identity ? (rowsOf<{ n: number }>(grants)[0]?.n ?? 0) : 0,
  };
});
