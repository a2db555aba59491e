import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { readField } from '../../../domain/custom-fields/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { fieldsHere } from './definitions.ts';
import { getManaged, readManaged } from './managed-rows.ts';

const useRows = raw('custom_fields.use', { option: 'text?', n: 'int8' });
const grantRows = raw('custom_fields.grants', { n: 'int4' });

/** How many people or reports have a value in the field, in total and for each option. */
export const readUse = (db: Db, id: string) => useRows(db, sql`select option, n from app.custom_use(${id}::uuid)`);

export const readOneField = bind(readField, async ({ id }, ctx) => {
  const [found, { rows: uses }, grants] = await ctx.database.withTenant(getEntry(ctx, 'customFields.manage'), (db) => [
    readManaged(db, sql`where f.id = ${id}::uuid`),
    readUse(db, id),
    grantRows(
      db,
      sql`select count(*)::int as n from grants x, ${fieldsHere} where f.id = ${id}::uuid
        and strpos(x.identity->>'username', '{{' || f.key || '}}') > 0 and (x.valid_until is null or x.valid_until > app.now())`,
    ),
  ]);
  const [field] = getManaged(found);
  if (!field) throw new AppError('not_found');
  return {
    ...field,
    values: Number(uses.find(({ option }) => option === null)?.n ?? 0),
    used: uses.flatMap(({ option, n }) => (option === null ? [] : [{ value: option, count: Number(n) }])),
    grants: field.identity ? (grants.rows[0]?.n ?? 0) : 0,
  };
});
