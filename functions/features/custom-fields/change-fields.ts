import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { changeFields } from '../../../domain/custom-fields/contract.ts';
import { maxGlobalFields, maxOwnFields } from '../../../domain/custom-fields/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';

const effects = {
  disable: { set: sql`disabled_at = app.now()`, on: sql`t.deleted_at is null`, changes: sql`t.disabled_at is null` },
  enable: { set: sql`disabled_at = null`, on: sql`t.deleted_at is null`, changes: sql`t.disabled_at is not null` },
  // The values are kept for the thirty days in which the field can be restored.
  delete: { set: sql`deleted_at = app.now()`, on: sql`true`, changes: sql`t.deleted_at is null` },
  restore: { set: sql`deleted_at = null`, on: sql`true`, changes: sql`t.deleted_at is not null` },
};
const changeMany = raw('custom_fields.change', { there: 'int4', fits: 'bool', changed: 'int4' });

/** Changes several fields, all or none: an unknown id, or a field defined by a layer above, aborts the whole change. */
export const changeManyFields = bind(changeFields, async ({ action, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const effect = effects[action];
  const living = (global: boolean) =>
    sql`(select count(*) from custom_fields c where c.global = ${global} and (c.deleted_at is null or c.id in (select id from wanted)))`;
  const above = sql`(select count(*) from app.custom_fields_above())`;
  const fits =
    action === 'restore' ? sql`${living(false)} <= ${maxOwnFields} and ${living(true)} + ${above} <= ${maxGlobalFields}` : sql`true`;
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'customFields.manage'), (db) => [
    changeMany(
      db,
      sql`with wanted as ${idRows(wanted)},
        there as (select count(*)::int as n, ${fits} as fits from custom_fields t join wanted w on w.id = t.id where ${effect.on}),
        changed as (update custom_fields t set ${effect.set}, version = t.version + 1 from wanted w, there
          where there.n = ${wanted.length} and there.fits and t.id = w.id and ${effect.changes} returning t.id, t.key, t.labels),
        a as (${auditEach(ctx, {
          what: `custom_field.${action}`,
          row: sql`c.id`,
          facts: { key: sql`c.key`, labels: sql`c.labels` },
          from: sql`changed c`,
        })})
        select there.n as there, there.fits, (select count(*)::int from changed) as changed from there`,
    ),
  ]);
  const [outcome] = rows;
  if (outcome?.there !== wanted.length) throw new AppError('not_found');
  if (!outcome.fits) throw new AppError('custom_field_limit', { limit: maxOwnFields });
  return { changed: outcome.changed };
});
