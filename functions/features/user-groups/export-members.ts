import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportMembers } from '../../../domain/user-groups/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { dayOf, languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { conditions, present, type Row, rowColumns, source } from './member-rows.ts';

export const exportMembersOf = bind(exportMembers, async (input, ctx) => {
  const [rows, groups] = await ctx.database.withTenant(entryOf(ctx, 'userGroups.read'), (db) => [
    db.execute(sql`select ${rowColumns} from ${source} where ${conditions(input)} order by p.sort_key, p.id ${partOf(input)}`),
    db.execute(sql`select 1 from user_groups where id = ${input.id}::uuid`),
  ]);
  if (groups.rows.length === 0) throw new AppError('not_found');
  const texts = exportTexts(languageOf(ctx));
  return tableFile(ctx, texts.userGroupMembersFile, rowsOf<Row>(rows).map(present), {
    name: [texts.accessPerson, (row) => row.name],
    email: [texts.accessEmail, (row) => row.email],
    since: [texts.userGroupSince, (row) => dayOf(row.since)],
    given: [texts.userGroupGiven, (row) => row.given],
    seen: [texts.userGroupSeen, (row) => row.seen],
    onlyHere: [texts.userGroupOnlyHere, (row) => row.onlyHere],
  });
});
