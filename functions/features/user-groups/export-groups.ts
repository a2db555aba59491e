import { sql } from 'drizzle-orm';
import { buildRecord } from '../../../domain/fields/fields.ts';
import { exportUserGroups, type UserGroupRow } from '../../../domain/user-groups/contract.ts';
import { textNames } from '../../../domain/user-groups/fields.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { type FileColumn, getDay, getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { columns, conditions, present, shownRows, x } from './rows.ts';

export const exportGroups = bind(exportUserGroups, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'name', sql`${x.id}`);
  const range = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'userGroups.read'), (db) => [
    shownRows(db).where(conditions(input)).orderBy(list.orderBy).limit(range.take).offset(range.skip),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.userGroupsFile, rows.map(present), {
    name: [texts.name, (row) => row.name],
    ...buildRecord(textNames, (name): FileColumn<UserGroupRow> => [texts[name], (row) => row[name]]),
    members: [texts.userGroupMembers, (row) => row.members],
    reports: [texts.reports, (row) => row.reports],
    created: [texts.created, (row) => getDay(ctx, row.createdAt)],
  });
});
