import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { exportGroups, type GroupRow } from '../../../domain/groups/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { dayOf, languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { conditions, present, type Row, rowColumns, source } from './kind.ts';
import { columnsOf } from './list-groups.ts';

/** The list of the current filter as CSV in the person's language; spreadsheets get no formula from us. */
export const exportAsCsv = bind(exportGroups, async (input, ctx) => {
  const { kind } = input;
  const list = keyset({ sort: input.sort }, columnsOf(kind), 'position', sql`x.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'groups.read'), (db) => [
    db.execute(
      sql`select ${rowColumns(kind)} from ${source(kind)} where ${conditions(kind, input)} order by ${list.orderBy} ${partOf(input)}`,
    ),
  ]);
  const texts = exportTexts(languageOf(ctx));
  return tableFile(ctx, kind === 'groups' ? texts.groupsFile : texts.subgroupsFile, rowsOf<Row>(rows).map(present), {
    name: [texts.name, (row) => row.name],
    ...(kind === 'subgroups'
      ? { group: [texts.group, (row: GroupRow) => row.groupName] as const }
      : { subgroups: [texts.subgroups, (row: GroupRow) => row.subgroups.join(', ')] as const }),
    description: [texts.description, (row) => row.description],
    reports: [texts.reports, (row) => row.reports],
    people: [texts.people, (row) => row.people],
    visibility: [texts.visibility, (row) => texts[row.visibility]],
    created: [texts.created, (row) => dayOf(row.createdAt)],
  });
});
