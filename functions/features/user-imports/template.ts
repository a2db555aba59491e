import { formula } from '../../../domain/text/formula.ts';
import { fixedTargets, requiredTargets } from '../../../domain/user-imports/columns.ts';
import { importTemplate } from '../../../domain/user-imports/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { toBase64 } from '../../services/base64.ts';
import { getLanguage } from './facts.ts';
import { getTargets, learnedQueries } from './learned.ts';

const types = { csv: 'text/csv;charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;
const widths = { name: 32, email: 36 } as Record<string, number>; // because the other columns have one width

/** An empty file: its headings are recognized by the next step, and a second sheet describes what each column takes. */
export const makeTemplate = bind(importTemplate, async ({ format }, ctx) => {
  const [, fields] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => learnedQueries(db, []));
  const language = getLanguage(ctx);
  const texts = exportTexts(language);
  // One column for the whole name: the separate last name is for files that already have it.
  const own = fixedTargets.filter((target) => target !== 'lastName');
  const columns = [
    ...own.map((target) => ({
      head: texts[`userImport.field.${target}`],
      help: texts[`userImport.help.${target}`],
      required: requiredTargets.includes(target),
      width: widths[target] ?? 20,
    })),
    ...getTargets(fields, ctx).map(({ label, required }) => ({ head: label, help: texts['userImport.help.custom'], required, width: 20 })),
  ];
  const filename = `${texts['userImport.templateFile']}.${format}`;
  if (format === 'csv') {
    const { default: papa } = await import('papaparse');
    const csv = papa.unparse([columns.map(({ head }) => head)], { delimiter: language === 'en-US' ? ',' : ';', escapeFormulae: formula });
    return { filename, type: types.csv, base64: toBase64(new TextEncoder().encode(`\ufeff${csv}\r\n`)) };
  }
  const { default: writeWorkbook } = await import('write-excel-file/universal');
  const bold = (value: string) => ({ value, fontWeight: 'bold' as const });
  const explained = columns.map(({ head, help, required }) =>
    [head, required ? texts.yes : texts.no, help].map((value) => ({ value, wrap: true })),
  );
  const made = writeWorkbook([
    {
      sheet: texts['userImport.peopleSheet'],
      data: [columns.map(({ head }) => bold(head))],
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    },
    {
      sheet: texts['userImport.helpSheet'],
      data: [[bold(texts['userImport.column']), bold(texts['userImport.required']), bold(texts['userImport.content'])], ...explained],
      columns: [{ width: 28 }, { width: 14 }, { width: 80 }],
    },
  ]);
  return { filename, type: types.xlsx, base64: toBase64(new Uint8Array(await (await made.toBlob()).arrayBuffer())) };
});
