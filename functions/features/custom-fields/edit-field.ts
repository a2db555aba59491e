import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockVersion, mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { customFields } from '../../../db/schema/custom-fields.ts';
import { editField } from '../../../domain/custom-fields/contract.ts';
import { emptyField } from '../../../domain/custom-fields/definition.ts';
import { decideFieldEdit } from '../../../domain/custom-fields/edit.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { getKeys, pick } from '../../../domain/fields/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { checkedDraft } from './draft-input.ts';
import { readUse } from './read-field.ts';

/** Updates the version that the user saw (optimistic lock); a concurrent change answers 409. */
export const editOneField = bind(editField, async ({ id, version, ...input }, ctx) => {
  const entry = getEntry(ctx, 'customFields.manage');
  const [[stored], use] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ ...pick(customFields, getKeys(emptyField)), version: customFields.version })
      .from(customFields)
      .where(and(eq(customFields.id, id), isNull(customFields.deletedAt))),
    readUse(db, id),
  ]);
  if (!stored) throw new AppError('not_found');
  // What belongs to the former type doesn't fit another one.
  const { options, limits, defaultValue } = input.type === stored.type ? stored : emptyField;
  const used = use.rows.flatMap(({ option }) => (option === null ? [] : [option]));
  const known = [...stored.options.map(({ value }) => value), ...used];
  const draft = checkedDraft({ ...pick(stored, getKeys(emptyField)), options, limits, defaultValue, ...input }, ctx, known);
  const { field, only, retired, change } = planOrThrow(decideFieldEdit({ version, draft }, stored, used));

  const unlisted = sql`select from app.custom_use(${id}::uuid) u
    where u.option is not null and not ${JSON.stringify(only)}::jsonb ? u.option`;
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, customFields, and(eq(customFields.id, id), eq(customFields.version, version), isNull(customFields.deletedAt))),
    ...(only ? [mustHold(db, sql`not exists (${unlisted})`)] : []),
    db
      .update(customFields)
      .set({ ...field, version: version + 1 })
      .where(eq(customFields.id, id)),
    audited(db, ctx, 'custom_field.edit', id, change),
  ]);
  return { id, version: version + 1, retired };
});
