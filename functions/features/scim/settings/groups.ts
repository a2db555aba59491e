import { and, asc, count, eq, isNull, notExists, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../../db/client.ts';
import { scimGroups } from '../../../../db/schema/scim.ts';
import { userGroups } from '../../../../db/schema/user-groups.ts';
import { exportScimGroups, listScimGroups, scimGroupChoices } from '../../../../domain/scim/contract.ts';
import { searchWords } from '../../../../domain/text/fold.ts';
import { exportTexts } from '../../../../i18n/server.ts';
import { bind } from '../../../request/bind.ts';
import { getEntry } from '../../../request/context.ts';
import { readDelegated, refuseUnlessDelegated } from '../../../request/delegation.ts';
import { keyset, type SortColumn } from '../../../request/keyset.ts';
import { memberCount } from '../../../request/member-count.ts';
import { getLanguage, partRange, tableFile } from '../../../request/table-file.ts';

const s = alias(scimGroups, 's');
const g = alias(userGroups, 'g');
const members = memberCount(sql`s.tenant_id`, sql`s.user_group_id`);
const columns: Record<string, SortColumn> = {
  name: { sql: sql`${s.displayKey}`, cast: 'text' },
  members: { sql: members, cast: 'bigint' },
};
const fields = {
  ...{ id: s.id, name: s.displayName, groupId: g.id, groupName: g.name, linked: s.linked, version: s.version },
  members: sql<number>`${members}::int`,
  profile: sql<'admin' | null>`${s.profile}`,
};
const ownGroup = and(eq(g.tenantId, s.tenantId), eq(g.id, s.userGroupId), isNull(g.deletedAt));
const startsAWord = (key: SQLWrapper, search: string) =>
  and(
    ...searchWords(search)
      .slice(0, 8)
      .map((word) => sql`(' ' || ${key}) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
  );

export const findScimGroups = bind(listScimGroups, async (input, ctx) => {
  const list = keyset(input, columns, 'name', sql`s.id`);
  const where = startsAWord(s.displayKey, input.search ?? '');
  const [left, rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [
    readDelegated(db),
    list.page(
      db
        .select({ ...fields, sort_value: list.sortValue })
        .from(s)
        .innerJoin(g, ownGroup)
        .$dynamic(),
      where,
    ),
    db.select({ n: count() }).from(s).innerJoin(g, ownGroup).where(where),
  ]);
  refuseUnlessDelegated(left);
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return {
    items: kept.map(({ groupId, groupName, sort_value: _, ...row }) => ({ ...row, group: { id: groupId, name: groupName } })),
    ...paging,
  };
});

export const exportGroupsAsFile = bind(exportScimGroups, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'name', sql`s.id`);
  const range = partRange(input);
  const [left, rows] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [
    readDelegated(db),
    db
      .select(fields)
      .from(s)
      .innerJoin(g, ownGroup)
      .where(startsAWord(s.displayKey, input.search ?? ''))
      .orderBy(list.orderBy)
      .limit(range.take)
      .offset(range.skip),
  ]);
  refuseUnlessDelegated(left);
  const texts = exportTexts(getLanguage(ctx));
  return tableFile(ctx, texts.scimGroupsFile, rows, {
    name: [texts.scimGroup, (row) => row.name],
    group: [texts.scimLeads, (row) => row.groupName],
    profile: [texts.scimProfile, (row) => (row.profile ? texts.scimAdmins : '')],
    members: [texts.scimMembers, (row) => row.members],
  });
});

const maxChoices = 20;
/** What already maps to group g. */
const ledTo = (db: Db) => db.select({ one: sql`1` }).from(s).where(eq(s.userGroupId, g.id));

export const findGroupChoices = bind(scimGroupChoices, async ({ q }, ctx) => {
  const [left, items] = await ctx.database.withTenant(getEntry(ctx, 'signOn.manage'), (db) => [
    readDelegated(db),
    db
      .select({ id: g.id, name: g.name })
      .from(g)
      .where(and(isNull(g.deletedAt), notExists(ledTo(db)), startsAWord(g.sortKey, q)))
      .orderBy(asc(g.sortKey), asc(g.id))
      .limit(maxChoices),
  ]);
  refuseUnlessDelegated(left);
  return { items };
});
