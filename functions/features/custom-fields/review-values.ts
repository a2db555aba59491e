import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { auditEach, audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, type Shape } from '../../../db/raw.ts';
import { users } from '../../../db/schema/users.ts';
import { getLabel } from '../../../domain/custom-fields/field.ts';
import { maxReviewed } from '../../../domain/custom-fields/limits.ts';
import { acceptValues, listUnreviewed, replaceValue } from '../../../domain/custom-fields/review-contract.ts';
import { showValue } from '../../../domain/custom-fields/show.ts';
import { checkValue } from '../../../domain/custom-fields/value.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getLanguage } from '../../request/table-file.ts';
import { type FieldRow, fieldsHere, fieldsQuery, getFields } from './definitions.ts';

const unreviewedValue = {
  user_id: 'uuid',
  name: 'text',
  email: 'text',
  key: 'text',
  type: 'text',
  labels: 'jsonb',
  options: 'jsonb',
  value: 'text',
  at: 'timestamptz?',
} as const satisfies Shape;
type Row = RowOf<typeof unreviewedValue> & Pick<FieldRow, 'type' | 'labels' | 'options'>;
const unreviewedRows = raw('custom_fields.unreviewed', unreviewedValue);
const countRows = raw('custom_fields.unreviewed_count', { n: 'int4' });
const accept = raw('custom_fields.accept', {});

/** The fields f used by `app.identity_values`, joined with the users u who entered such a value themselves. */
export const unreviewed: SQL = sql`users u join ${fieldsHere} on f.key = any (u.custom_own) and u.custom ? f.key
  where u.custom_own <> '{}' and u.deleted_at is null and u.seat is null and f.of = 'user' and f.identity and f.type <> 'multiple'
    and f.disabled_at is null and f.deleted_at is null`;

/** How many values wait for review. */
export const countUnreviewed = (db: Db) => countRows(db, sql`select count(*)::int as n from ${unreviewed}`);

export const findUnreviewed = bind(listUnreviewed, async (_input, ctx) => {
  const [found, counted] = await ctx.database.withTenant(getEntry(ctx, 'customFields.manage'), (db) => [
    unreviewedRows(
      db,
      sql`select u.id as user_id, u.name, u.email, f.key, f.type, f.labels, f.options, u.custom->>f.key as value,
          (select max(a.at) from audit a where a.row_id = u.id and a.what = 'user.custom' and a.change->'after' ? f.key) as at
        from ${unreviewed} order by u.sort_key, u.id, f.key limit ${maxReviewed}`,
    ),
    countUnreviewed(db),
  ]);
  const rows = found.rows as Row[]; // because the contract checked the fields before they were stored
  const [language, own] = [getLanguage(ctx), ctx.tenant.language];
  return {
    items: rows.map((row) => ({
      ...{ user: row.user_id, name: row.name, email: row.email, key: row.key, value: row.value },
      field: getLabel(row, language, own),
      shown: showValue(row, row.value, language, own),
      at: isoOrNull(row.at),
    })),
    total: counted.rows[0]?.n ?? 0,
  };
});

type Seen = { user: string; key: string; value: string };

/** Locks the people and their values as the reviewer saw them: a value written since then has not been reviewed. */
const holdSeen = (db: Db, seen: SQL, count: number) =>
  mustHold(
    db,
    sql`(select count(*) from (select 1 from users u
      join ${seen} on s."user" = u.id and s.key = any (u.custom_own) and u.custom->>s.key = s.value
      where u.deleted_at is null order by u.id for no key update of u) held) = ${count}`,
  );
const asRows = (values: readonly Seen[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as s ("user" uuid, key text, value text)`;

export const acceptSeenValues = bind(acceptValues, async ({ values }, ctx) => {
  const wanted = [...new Map(values.map((each) => [`${each.user} ${each.key}`, each])).values()];
  const seen = asRows(wanted);
  await ctx.database.withTenant(getEntry(ctx, 'customFields.manage'), (db) => [
    holdSeen(db, seen, wanted.length),
    accept(
      db,
      sql`with s as (select s."user" as id, array_agg(s.key) as keys, jsonb_object_agg(s.key, s.value) as after from ${seen} group by 1),
        w as (update users u set custom_own = array(select k from unnest(u.custom_own) k where not k = any (s.keys)), version = u.version + 1
          from s where u.id = s.id returning u.id)
        ${auditEach(ctx, {
          what: 'user.custom_accept',
          row: sql`s.id`,
          facts: { after: sql`s.after` },
          from: sql`s join w on w.id = s.id`,
        })}`,
    ),
  ]);
  return { accepted: wanted.length };
});

export const replaceOneValue = bind(replaceValue, async ({ by, ...seen }, ctx) => {
  const entry = getEntry(ctx, 'customFields.manage');
  const [found, [person]] = await ctx.database.withTenant(entry, (db) => [
    fieldsQuery(db, 'user'),
    db
      .select({ custom: users.custom })
      .from(users)
      .where(and(eq(users.id, seen.user), isNull(users.deletedAt), isNull(users.seat))),
  ]);
  const field = getFields(found).find(({ key }) => key === seen.key);
  if (!field || !person) throw new AppError('not_found');
  const checked = checkValue(field, by, person.custom[seen.key]);
  if ('problem' in checked) throw invalidInput('by', checked.problem);
  if (checked.value === null && field.required) throw new AppError('required', { name: 'by' }, { field: 'by' });
  const fresh = JSON.stringify(checked.value === null ? {} : { [seen.key]: checked.value });
  const change = { before: { [seen.key]: seen.value }, after: { [seen.key]: checked.value } };
  await ctx.database.withTenant(entry, (db) => [
    holdSeen(db, asRows([seen]), 1),
    db
      .update(users)
      .set({
        custom: sql`(${users.custom} - ${seen.key}::text) || ${fresh}::jsonb`,
        customOwn: sql`array_remove(${users.customOwn}, ${seen.key}::text)`,
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, seen.user)),
    audited<Record<string, unknown>>(db, ctx, 'user.custom_replace', seen.user, change),
  ]);
  return { status: 'ok' as const };
});
