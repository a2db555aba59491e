import { sql } from 'drizzle-orm';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { exportGroups, type GroupRow } from '../../../domain/report-groups/contract.ts';
import { type GroupColumn, groupColumns, textNames } from '../../../domain/report-groups/fields.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { type FileColumn, getDay, getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { conditions } from './filters.ts';
import { present, rowsByKind, shownRows } from './kind.ts';
import { getColumns } from './list-groups.ts';

/** Exports the filtered list as CSV in the user's language. Values that a spreadsheet would run as a formula are made harmless. */
export const exportAsCsv = bind(exportGroups, async (input, ctx) => {
  const { kind } = input;
  const list = keyset({ sort: input.sort }, getColumns(kind), 'position', sql`${rowsByKind[kind].id}`);
  const range = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'groups.read'), (db) => [
    shownRows(db, kind).where(conditions(kind, input)).orderBy(list.orderBy).limit(range.take).offset(range.skip),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  const columns: Record<GroupColumn, FileColumn<GroupRow>> = {
    name: [texts.name, (row) => row.name],
    group: [texts.group, (row) => row.groupName],
    subgroups: [texts.subgroups, (row) => row.subgroups.join(', ')],
    ...buildRecord(textNames, (name): FileColumn<GroupRow> => [texts[name], (row) => row[name]]),
    reports: [texts.reports, (row) => row.reports],
    people: [texts.people, (row) => row.people],
    visibility: [texts.visibility, (row) => texts[row.visibility]],
    created: [texts.created, (row) => getDay(ctx, row.createdAt)],
  };
  const name = kind === 'groups' ? texts.groupsFile : texts.subgroupsFile;
  return tableFile(ctx, name, rows.map(present), pick(columns, groupColumns[kind]));
});
