import { and, eq, sql } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/users.ts';
import { can } from '../../../domain/access/permissions.ts';
import { missingFields } from '../../../domain/custom-fields/check-values.ts';
import { fieldsInForce, readOwnValues, saveOwnValues } from '../../../domain/custom-fields/contract.ts';
import type { CustomField, CustomValues } from '../../../domain/custom-fields/field.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { checkCustom, customChange } from './check-custom.ts';
import { fieldsQuery, getFields } from './definitions.ts';

const isMe = eq(users.id, sql`(select app.user_id())`);
const ownValues = (db: Db) => db.select({ custom: users.custom }).from(users).where(isMe);

/** Keeps only the values of visible fields; the value of a hidden field is never shown here. */
const under = (fields: readonly CustomField[], values: CustomValues): CustomValues =>
  Object.fromEntries(fields.flatMap(({ key }) => (values[key] === undefined ? [] : [[key, values[key]]])));

/** Administrators get all fields; other users get only the fields of people that are visible to them. */
export const readInForce = bind(fieldsInForce, async ({ of }, ctx) => {
  const [found] = await ctx.database.withTenant(getEntry(ctx, 'customFields.fill'), (db) => [fieldsQuery(db, of)]);
  const all = can(ctx.session, of === 'user' ? 'customFields.manage' : 'reports.manage');
  return { fields: getFields(found).filter((field) => all || (of === 'user' && field.userVisible)), language: ctx.tenant.language };
});

export const readMine = bind(readOwnValues, async (_input, ctx) => {
  const [found, [own]] = await ctx.database.withTenant(getEntry(ctx, 'customFields.fill'), (db) => [
    fieldsQuery(db, 'user'),
    ownValues(db),
  ]);
  const fields = getFields(found).filter((field) => field.userVisible);
  const values = own?.custom ?? {};
  return {
    fields,
    values: under(fields, values),
    missing: missingFields(fields, values, { own: true }).map((field) => field.key),
    language: ctx.tenant.language,
  };
});

/** Saves the user's own values; a concurrent change answers 409 and is never overwritten. */
export const saveMine = bind(saveOwnValues, async ({ custom }, ctx) => {
  const entry = getEntry(ctx, 'customFields.fill');
  const [found, [own]] = await ctx.database.withTenant(entry, (db) => [fieldsQuery(db, 'user'), ownValues(db)]);
  const fields = getFields(found).filter((field) => field.userVisible);
  const before = own?.custom ?? {};
  const outcome = checkCustom({ fields, input: custom, before, by: 'self' });
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, users, and(isMe, eq(users.custom, before))),
    db
      .update(users)
      .set({ custom: outcome.values, version: sql`${users.version} + 1` })
      .where(isMe),
    audited(db, ctx, 'user.custom', ctx.session.sub, customChange(before, outcome)),
  ]);
  return {
    values: under(fields, outcome.values),
    missing: missingFields(fields, outcome.values, { own: true }).map((field) => field.key),
  };
});
