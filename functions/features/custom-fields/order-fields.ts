import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { orderFields } from '../../../domain/custom-fields/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';

const orderRows = raw('custom_fields.order', { fits: 'int4' });

/** Saves the order of all own fields, or nothing: a list that gained or lost fields in the meantime is refused. */
export const sortFields = bind(orderFields, async ({ of, ids }, ctx) => {
  if (new Set(ids).size !== ids.length) throw new AppError('invalid_input', { name: 'ids', reason: 'repeated' }, { field: 'ids' });
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'customFields.manage'), (db) => [
    orderRows(
      db,
      sql`with wanted as ${idRows(ids)}, now_there as (select id, position from custom_fields where of = ${of} and deleted_at is null),
        fits as (select 1 where (select count(*) from wanted) = (select count(*) from now_there)
          and not exists (select id from now_there except select id from wanted)),
        moved as (update custom_fields t set position = w.n from wanted w, fits where t.id = w.id and t.position <> w.n returning t.id),
        a as (${auditEach(ctx, {
          what: 'custom_field.order',
          row: null,
          facts: {
            of,
            before: sql`(select jsonb_agg(id order by position) from now_there)`,
            after: sql`(select jsonb_agg(id order by n) from wanted)`,
          },
          where: sql`exists (select from moved)`,
        })})
        select (select count(*)::int from fits) as fits`,
    ),
  ]);
  if (rows[0]?.fits !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});
