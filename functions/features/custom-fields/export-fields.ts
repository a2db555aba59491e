import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { exportFields } from '../../../domain/custom-fields/contract.ts';
import { labelOf, optionLabel, wordIn } from '../../../domain/custom-fields/field.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { fieldsHere, inOrder } from './definitions.ts';
import { managedColumns, present, type Row } from './managed-rows.ts';

/** Every field as a line of text in the person's language; spreadsheets get no formula from us. */
export const exportFieldsAsCsv = bind(exportFields, async (_input, ctx) => {
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'customFields.manage'), (db) => [
    db.execute(sql`select ${managedColumns} from ${fieldsHere} order by f.of desc, ${inOrder}`),
  ]);
  const language = ctx.language ?? ctx.tenant.language;
  const own = ctx.tenant.language;
  const texts = exportTexts(language);
  const word = (value: boolean) => (value ? texts.yes : texts.no);
  const { default: papa } = await import('papaparse');
  const items = rowsOf<Row>(rows).map(present);
  const csv = papa.unparse(
    items.map((field) => ({
      [texts.fieldKey]: field.key,
      [texts.name]: labelOf(field, language, own),
      [texts.description]: wordIn(field.helps, language, own),
      [texts.fieldOf]: texts[field.of === 'user' ? 'fieldOfUser' : 'fieldOfReport'],
      [texts.kind]: texts[`field_${field.type}`],
      [texts.fieldOptions]: field.options
        .filter((option) => !option.retired)
        .map((option) => optionLabel(option, language, own))
        .join('; '),
      [texts.fieldRequired]: word(field.required),
      [texts.fieldGlobal]: word(field.global),
      [texts.fieldSearchable]: word(field.searchable),
      [texts.fieldIdentity]: word(field.identity),
      [texts.fieldVisible]: word(field.userVisible),
      [texts.fieldEditable]: word(field.userEditable),
      [texts.state]: texts[field.state === 'active' ? 'enabled' : field.state],
      [texts.created]: field.createdAt.slice(0, 10).split('-').reverse().join('/'),
    })),
    { delimiter: language === 'en-US' ? ',' : ';', escapeFormulae: true },
  );
  return { filename: `${texts.fieldsFile}.csv`, csv: `\ufeff${csv}`, rows: items.length };
});
