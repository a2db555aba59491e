import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import { can } from '../../../domain/access/permissions.ts';
import { missingFields } from '../../../domain/custom-fields/check-values.ts';
import { fieldsInForce, readOwnValues, saveOwnValues } from '../../../domain/custom-fields/contract.ts';
import type { CustomField, CustomValues } from '../../../domain/custom-fields/field.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { checkCustom, customChange } from './check-custom.ts';
import { fieldsOf, fieldsQuery } from './definitions.ts';

const ownValues = (db: Db) => db.execute(sql`select u.custom from users u where u.id = (select app.user_id())`);
const storedIn = (result: { rows: unknown[] }): CustomValues => rowsOf<{ custom: CustomValues }>(result)[0]?.custom ?? {};

/** Only what the fields in sight name: a value that its field hides is nobody's to see here. */
const under = (fields: readonly CustomField[], values: CustomValues): CustomValues =>
  Object.fromEntries(fields.flatMap(({ key }) => (values[key] === undefined ? [] : [[key, values[key]]])));

/** Who manages sees every field; anybody else those of people that are shown to them. */
export const readInForce = bind(fieldsInForce, async ({ of }, ctx) => {
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'customFields.fill'), (db) => [fieldsQuery(db, of)]);
  const all = can(ctx.session, of === 'user' ? 'customFields.manage' : 'reports.manage');
  return { fields: fieldsOf(found).filter((field) => all || (of === 'user' && field.userVisible)), language: ctx.tenant.language };
});

export const readMine = bind(readOwnValues, async (_input, ctx) => {
  const [found, own] = await ctx.database.withTenant(entryOf(ctx, 'customFields.fill'), (db) => [fieldsQuery(db, 'user'), ownValues(db)]);
  const fields = fieldsOf(found).filter((field) => field.userVisible);
  const values = storedIn(own);
  return {
    fields,
    values: under(fields, values),
    missing: missingFields(fields, values, { own: true }).map((field) => field.key),
    language: ctx.tenant.language,
  };
});

/** A person's own values; somebody else's change in between is told, never overwritten. */
export const saveMine = bind(saveOwnValues, async ({ custom }, ctx) => {
  const entry = entryOf(ctx, 'customFields.fill');
  const [found, own] = await ctx.database.withTenant(entry, (db) => [fieldsQuery(db, 'user'), ownValues(db)]);
  const fields = fieldsOf(found).filter((field) => field.userVisible);
  const before = storedIn(own);
  const outcome = checkCustom({ fields, input: custom, before, by: 'self' });
  const [result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with w as (update users u set custom = ${JSON.stringify(outcome.values)}::jsonb, version = u.version + 1 where u.id = (select app.user_id()) and u.custom = ${JSON.stringify(before)}::jsonb returning u.id),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'user.custom', w.id, ${JSON.stringify(customChange(before, outcome))}::jsonb, ${ctx.address}, ${ctx.requestId} from w)
      select count(*)::int as changed from w`),
  ]);
  if (rowsOf<{ changed: number }>(result)[0]?.changed !== 1) throw new AppError('changed_meanwhile');
  return {
    values: under(fields, outcome.values),
    missing: missingFields(fields, outcome.values, { own: true }).map((field) => field.key),
  };
});
