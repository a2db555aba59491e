import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { changeGroups } from '../../../domain/report-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { orNameTaken } from '../../request/name-key.ts';
import { auditAction, tables } from './kind.ts';

const effects = {
  show: { set: sql`hidden = false`, on: sql`t.deleted_at is null`, changes: sql`t.hidden` },
  hide: { set: sql`hidden = true`, on: sql`t.deleted_at is null`, changes: sql`not t.hidden` },
  delete: { set: sql`deleted_at = app.now()`, on: sql`true`, changes: sql`t.deleted_at is null` },
  restore: { set: sql`deleted_at = null`, on: sql`true`, changes: sql`t.deleted_at is not null` },
};

const changeMany = raw('report_groups.change', { there: 'int4', changed: 'int4' });

/**
 * Changes several groups, all or none: an id that doesn't exist (or belongs to another tenant) aborts the whole change. A bulk write stays
 * one raw statement: every changed row gets its audit row, and a row that another user has just hidden is neither a change nor a conflict.
 */
export const changeManyGroups = bind(changeGroups, async ({ kind, action, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const table = tables[kind];
  const effect = effects[action];
  const [{ rows }] = await orNameTaken(
    ctx.database.withTenant(getEntry(ctx, 'groups.edit'), (db) => [
      changeMany(
        db,
        sql`with wanted as ${idRows(wanted)}, there as (select count(*)::int as n from ${table} t join wanted w on w.id = t.id where ${effect.on}),
          changed as (update ${table} t set ${effect.set}, version = t.version + 1 from wanted w, there
            where there.n = ${wanted.length} and t.id = w.id and ${effect.changes} returning t.id, t.name),
          a as (${auditEach(ctx, { what: auditAction(kind, action), row: sql`c.id`, facts: { name: sql`c.name` }, from: sql`changed c` })})
        select there.n as there, (select count(*)::int from changed) as changed from there`,
      ),
    ]),
  );
  const [outcome] = rows;
  if (outcome?.there !== wanted.length) throw new AppError('group_not_found');
  return { changed: outcome.changed };
});
