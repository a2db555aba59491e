import { asc, eq } from 'drizzle-orm';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { exportMembers } from '../../../domain/user-groups/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getDay, getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { conditions, p, present, shownRows } from './member-rows.ts';

export const exportGroupMembers = bind(exportMembers, async (input, ctx) => {
  const range = partRange(input);
  const [rows, [group]] = await ctx.database.withTenant(getEntry(ctx, 'userGroups.read'), (db) => [
    shownRows(db).where(conditions(input)).orderBy(asc(p.sortKey), asc(p.id)).limit(range.take).offset(range.skip),
    db.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, input.id)),
  ]);
  if (!group) throw new AppError('not_found');
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.userGroupMembersFile, rows.map(present), {
    name: [texts.accessPerson, (row) => row.name],
    email: [texts.accessEmail, (row) => row.email],
    since: [texts.userGroupSince, (row) => getDay(ctx, row.since)],
    given: [texts.userGroupGiven, (row) => row.given],
    seen: [texts.userGroupSeen, (row) => row.seen],
    onlyHere: [texts.userGroupOnlyHere, (row) => row.onlyHere],
  });
});
