import { and, eq, isNull, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { editCustomer } from '../../../domain/customers/contract.ts';
import { customerFields } from '../../../domain/customers/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { type Given, getColumns, keptFields, orTaken } from './customer-input.ts';
import { c, presentCustomer, rowColumns } from './customer-row.ts';

/** The form with what it omits as it is stored; a complete one, as the portal sends it, is not read. */
async function completed(ctx: SessionContext, id: string, given: Partial<Given>): Promise<Given> {
  if (isComplete(given)) return given;
  const [[row]] = await ctx.database.withTenant(getEntry(ctx, 'parties.manage'), (db) => [
    db
      .select(rowColumns)
      .from(c)
      .where(and(eq(c.id, id), isNull(c.deletedAt))),
  ]);
  if (!row) throw new AppError('not_found');
  return { ...pick(presentCustomer(row), customerFields), ...given };
}
const isComplete = (given: Partial<Given>): given is Given => customerFields.every((field) => given[field] !== undefined);

const editRow = raw('customers.edit', { there: 'int4', version: 'int4?' });

/** Updates the version that the user saw; the audit row has the differences, before and after. */
export const editOneCustomer = bind(editCustomer, async ({ id, version, ...given }, ctx) => {
  const set = sql.join(
    getColumns(await keptFields(await completed(ctx, id, given))).map(([name, value]) => sql`${name} = ${value}`),
    sql`, `,
  );
  const [{ rows }] = await orTaken(
    ctx.database.withTenant(getEntry(ctx, 'parties.manage'), (db) => [
      editRow(
        db,
        sql`with o as (select * from parties where id = ${id}::uuid and deleted_at is null),
          w as (update parties c set ${set}, version = c.version + 1
            where c.id = ${id}::uuid and c.version = ${version}::int and c.deleted_at is null returning c.*),
          a as (${auditEach(ctx, {
            what: 'party.edit',
            row: sql`w.id`,
            facts: sql`(select jsonb_build_object('before', coalesce(jsonb_object_agg(k.key, k.value), '{}'),
                'after', coalesce(jsonb_object_agg(k.key, to_jsonb(w)->k.key), '{}'))
              from jsonb_each(to_jsonb(o)) k where k.key not in ('version', 'sort_key') and to_jsonb(w)->k.key is distinct from k.value)`,
            from: sql`w join o on o.id = w.id`,
          })})
          select (select count(*)::int from o) as there, (select w.version from w) as version`,
      ),
    ]),
  );
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.version === null) throw new AppError('changed_meanwhile');
  return { id, version: outcome.version };
});
