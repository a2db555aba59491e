import { sql } from 'drizzle-orm';
import { exportFields, type ManagedField } from '../../../domain/custom-fields/contract.ts';
import { getLabel, optionLabel, wordIn } from '../../../domain/custom-fields/field.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getDay, getLanguage, tableFile } from '../../request/table-file.ts';
import { inOrder } from './definitions.ts';
import { getManaged, readManaged } from './managed-rows.ts';

/** Exports one line for each field in the user's language. Values that a spreadsheet would run as a formula are made harmless. */
export const exportFieldsAsCsv = bind(exportFields, async (_input, ctx) => {
  const [fields] = await ctx.database.withTenant(getEntry(ctx, 'customFields.manage'), (db) => [
    readManaged(db, sql`order by f.of desc, ${inOrder}`),
  ]);
  const language = getLanguage(ctx);
  const own = ctx.tenant.language;
  const texts = exportTexts(language);
  const word = (value: boolean) => (value ? texts.yes : texts.no);
  return tableFile(ctx, texts.fieldsFile, getManaged(fields), {
    key: [texts.fieldKey, (field) => field.key],
    label: [texts.name, (field) => getLabel(field, language, own)],
    help: [texts.description, (field) => wordIn(field.helps, language, own)],
    of: [texts.getField, (field) => texts[field.of === 'user' ? 'fieldOfUser' : 'fieldOfReport']],
    type: [texts.kind, (field) => texts[`field_${field.type}`]],
    options: [
      texts.fieldOptions,
      (field) =>
        openOptions(field)
          .map((option) => optionLabel(option, language, own))
          .join('; '),
    ],
    required: [texts.fieldRequired, (field) => word(field.required)],
    global: [texts.fieldGlobal, (field) => word(field.global)],
    searchable: [texts.fieldSearchable, (field) => word(field.searchable)],
    identity: [texts.fieldIdentity, (field) => word(field.identity)],
    visible: [texts.fieldVisible, (field) => word(field.userVisible)],
    editable: [texts.fieldEditable, (field) => word(field.userEditable)],
    state: [texts.state, (field) => texts[field.state === 'active' ? 'enabled' : field.state]],
    created: [texts.created, (field) => getDay(ctx, field.createdAt)],
  });
});

const openOptions = (field: ManagedField) => field.options.filter((option) => !option.retired);
