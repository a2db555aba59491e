import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { exportUserGroups } from '../../../domain/user-groups/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyset } from '../../http/keyset.ts';
import { dayOf, languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { columns, conditions, present, type Row, rowColumns } from './rows.ts';

export const exportGroups = bind(exportUserGroups, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'name', sql`x.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'userGroups.read'), (db) => [
    db.execute(sql`select ${rowColumns} from user_groups x where ${conditions(input)} order by ${list.orderBy} ${partOf(input)}`),
  ]);
  const texts = exportTexts(languageOf(ctx));
  return tableFile(ctx, texts.userGroupsFile, rowsOf<Row>(rows).map(present), {
    name: [texts.name, (row) => row.name],
    description: [texts.description, (row) => row.description],
    members: [texts.userGroupMembers, (row) => row.members],
    reports: [texts.reports, (row) => row.reports],
    created: [texts.created, (row) => dayOf(row.createdAt)],
  });
});
