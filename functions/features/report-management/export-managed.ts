import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { exportManaged } from '../../../domain/report-management/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { reportsWithPlace } from '../reports/index.ts';
import { columns } from './list-managed.ts';
import { conditions, present, type Row, rowColumns } from './rows.ts';

const mostRows = 5_000;
const day = (instant: string | null) => instant?.slice(0, 10).split('-').reverse().join('/') ?? '';

/** The list of the current filter as CSV in the person's language; spreadsheets get no formula from us. */
export const exportReportsAsCsv = bind(exportManaged, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'position', sql`r.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    db.execute(sql`select ${rowColumns} from ${reportsWithPlace} where ${conditions(input)} order by ${list.orderBy} limit ${mostRows}`),
  ]);
  const language = ctx.language ?? ctx.tenant.language;
  const texts = exportTexts(language);
  const word = (value: boolean) => (value ? texts.yes : texts.no);
  const { default: papa } = await import('papaparse');
  const items = rowsOf<Row>(rows).map(present);
  const csv = papa.unparse(
    items.map((row) => ({
      [texts.title]: row.title,
      [texts.kind]: texts[row.kind],
      [texts.group]: row.group?.name ?? '',
      [texts.subgroups]: row.subgroup?.name ?? '',
      [texts.owner]: row.owner?.name ?? '',
      [texts.audience]: texts[`audience_${row.audience}`],
      [texts.visibility]: row.hidden ? texts.hidden : texts.visible,
      [texts.verified]: word(row.verified),
      [texts.catalog]: word(row.onCatalog),
      [texts.needsIdentity]: word(row.needsIdentity),
      [texts.dataAt]: day(row.dataAt),
      [texts.created]: day(row.addedAt),
    })),
    { delimiter: language === 'en-US' ? ',' : ';', escapeFormulae: true },
  );
  return { filename: `${texts.reportsFile}.csv`, csv: `\ufeff${csv}`, rows: items.length };
});
