import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { exportGroups } from '../../../domain/groups/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { conditions, present, type Row, rowColumns, source } from './kind.ts';
import { columnsOf } from './list-groups.ts';

const mostRows = 5_000;

/** The list of the current filter as CSV in the person's language; spreadsheets get no formula from us. */
export const exportAsCsv = bind(exportGroups, async (input, ctx) => {
  const { kind } = input;
  const list = keyset({ sort: input.sort }, columnsOf(kind), 'position', sql`x.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'groups.read'), (db) => [
    db.execute(
      sql`select ${rowColumns(kind)} from ${source(kind)} where ${conditions(kind, input)} order by ${list.orderBy} limit ${mostRows}`,
    ),
  ]);
  const language = ctx.language ?? ctx.tenant.language;
  const texts = exportTexts(language);
  const { default: papa } = await import('papaparse');
  const items = rowsOf<Row>(rows).map(present);
  const csv = papa.unparse(
    items.map((row) => ({
      [texts.name]: row.name,
      ...(kind === 'subgroups' ? { [texts.group]: row.groupName } : { [texts.subgroups]: row.subgroups.join(', ') }),
      [texts.description]: row.description,
      [texts.reports]: row.reports,
      [texts.people]: row.people,
      [texts.visibility]: texts[row.visibility],
      [texts.created]: row.createdAt.slice(0, 10).split('-').reverse().join('/'),
    })),
    { delimiter: language === 'en-US' ? ',' : ';', escapeFormulae: true },
  );
  return { filename: `${kind === 'groups' ? texts.groupsFile : texts.subgroupsFile}.csv`, csv: `\ufeff${csv}`, rows: items.length };
});
