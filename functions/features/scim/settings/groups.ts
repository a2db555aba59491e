import { NeonDbError } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../../db/client.ts';
import { AppError } from '../../../../domain/errors/catalogue.ts';
import { exportScimGroups, listScimGroups, mapScimGroup, scimGroupChoices } from '../../../../domain/scim/contract.ts';
import { searchWords } from '../../../../domain/text/fold.ts';
import { exportTexts } from '../../../../i18n/server.ts';
import { bind } from '../../../http/bind.ts';
import { entryOf } from '../../../http/context.ts';
import { keyset, type SortColumn } from '../../../http/keyset.ts';
import { lockGroups, lockUsers } from '../../../http/lock-people.ts';
import { memberships, membersMoved } from '../../../http/record-membership.ts';
import { refuseGiving } from '../../../http/refuse-giving.ts';
import { languageOf, partOf, tableFile } from '../../../http/table-file.ts';
import { readLeft, refuseUnlessLeft, waysLeft } from '../../../http/ways-left.ts';

type Row = {
  id: string;
  name: string;
  group_id: string;
  group_name: string;
  members: number;
  profile: 'admin' | null;
  linked: boolean;
  version: number;
};

const members = sql`(select count(*) from user_group_members m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.deleted_at is null where m.tenant_id = s.tenant_id and m.user_group_id = s.user_group_id)`;
const columns: Record<string, SortColumn> = { name: { sql: sql`s.display_key`, cast: 'text' }, members: { sql: members, cast: 'bigint' } };
const source = sql`scim_groups s join user_groups g on g.tenant_id = s.tenant_id and g.id = s.user_group_id and g.deleted_at is null`;
const fields = sql`s.id, s.display_name as name, g.id as group_id, g.name as group_name, ${members}::int as members, s.profile, s.linked, s.version`;
const startsAWord = (key: ReturnType<typeof sql>, search: string) =>
  sql.join(
    [
      sql`true`,
      ...searchWords(search)
        .slice(0, 8)
        .map((word) => sql`(' ' || ${key}) like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ],
    sql` and `,
  );

export const findScimGroups = bind(listScimGroups, async (input, ctx) => {
  const list = keyset(input, columns, 'name', sql`s.id`);
  const where = startsAWord(sql`s.display_key`, input.search ?? '');
  const [left, rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    readLeft(db),
    db.execute(
      sql`select ${fields}, ${list.sortValue} as sort_value from ${source} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from ${source} where ${where}`),
  ]);
  refuseUnlessLeft(left);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row & { sort_value: string }>(rows), rowsOf<{ n: number }>(counted)[0]?.n ?? 0);
  return {
    items: kept.map(({ id, name, group_id, group_name, members, profile, linked, version }) => ({
      id,
      name,
      group: { id: group_id, name: group_name },
      members,
      profile,
      linked,
      version,
    })),
    ...paging,
  };
});

export const exportGroupsAsFile = bind(exportScimGroups, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'name', sql`s.id`);
  const [left, rows] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    readLeft(db),
    db.execute(
      sql`select ${fields} from ${source} where ${startsAWord(sql`s.display_key`, input.search ?? '')} order by ${list.orderBy} ${partOf(input)}`,
    ),
  ]);
  refuseUnlessLeft(left);
  const texts = exportTexts(languageOf(ctx));
  return tableFile(ctx, texts.scimGroupsFile, rowsOf<Row>(rows), {
    name: [texts.scimGroup, (row) => row.name],
    group: [texts.scimLeads, (row) => row.group_name],
    profile: [texts.scimProfile, (row) => (row.profile ? texts.scimAdmins : '')],
    members: [texts.scimMembers, (row) => row.members],
  });
});

export const findGroupChoices = bind(scimGroupChoices, async ({ q }, ctx) => {
  const [left, rows] = await ctx.database.withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
    readLeft(db),
    db.execute(
      sql`select g.id, g.name from user_groups g where g.deleted_at is null and not exists (select from scim_groups s where s.user_group_id = g.id) and ${startsAWord(sql`g.sort_key`, q)} order by g.sort_key, g.id limit 20`,
    ),
  ]);
  refuseUnlessLeft(left);
  return { items: rowsOf<{ id: string; name: string }>(rows) };
});

type Outcome = { is_left: boolean; there: number; same: boolean | null; target: number; unit: boolean; written: number };

/**
 * Leads a directory's group elsewhere: its people join the other group, and the one that the directory had made goes. A profile reaches
 * everybody in the group at once; the database keeps the last administrator.
 */
export const mapGroup = bind(mapScimGroup, async ({ id, version, profile, userGroupId }, ctx) => {
  const target = userGroupId ?? null;
  if (profile) refuseGiving(ctx, { profile }, 'profile');
  const groups = sql`select s.user_group_id from scim_groups s where s.id = ${id}::uuid union select ${target}::uuid`;
  const [, , result] = await ctx.database
    .withTenant(entryOf(ctx, 'signOn.manage'), (db) => [
      lockUsers(
        db,
        sql`select p.id from users p where p.raised or p.id in (select m.user_id from user_group_members m where m.user_group_id in (${groups}))`,
      ),
      lockGroups(db, groups),
      db.execute(sql`with o as (select s.*, g.name as group_name from ${source} where s.id = ${id}::uuid),
          f as (select ${waysLeft} as is_left, (select o.version = ${version} from o) as same, exists (select from tenants t where t.kind = 'unit') as unit,
            (select count(*)::int from user_groups g where g.id = ${target}::uuid and g.deleted_at is null) as target),
          ok as (select o.*, ${target}::uuid is not null and ${target}::uuid <> o.user_group_id as moves from o, f where f.is_left and f.same and (${target}::uuid is null or f.target = 1) and (${profile}::text is null or f.unit)),
          w as (update scim_groups t set profile = ${profile}, user_group_id = coalesce(${target}::uuid, ok.user_group_id), linked = ok.linked or ok.moves, version = t.version + 1 from ok where t.id = ok.id returning t.id, t.profile, t.user_group_id),
          m as (insert into user_group_members (user_group_id, user_id, by_directory) select ${target}::uuid, x.user_id, x.by_directory from ok, user_group_members x where ok.moves and x.user_group_id = ok.user_group_id on conflict do nothing returning user_id),
          d as (update user_groups t set deleted_at = app.now(), version = t.version + 1 from ok where ok.moves and not ok.linked and t.id = ok.user_group_id returning t.id, t.name),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'scim.group_map', w.id, jsonb_build_object('name', ok.display_name, 'before', jsonb_build_object('group', ok.group_name, 'profile', ok.profile),
            'after', jsonb_build_object('group', (select g.name from user_groups g where g.id = w.user_group_id), 'profile', w.profile)), ${ctx.address}, ${ctx.requestId} from w join ok on ok.id = w.id),
          gone as (insert into audit (what, row_id, change, ip, request_id) select 'user_group.delete', d.id, jsonb_build_object('name', d.name), ${ctx.address}, ${ctx.requestId} from d),
          came as (insert into audit (what, row_id, change, ip, request_id) select 'user_group.members_add', ${target}::uuid, ${membersMoved(sql`m`)}, ${ctx.address}, ${ctx.requestId} from ok where exists (select from m)),
          ${memberships('joins', sql`select m.user_id, (select g.name from user_groups g where g.id = ${target}::uuid) as group_name from m`, 'addToGroup', ctx)}
        select f.is_left, (select count(*)::int from o) as there, f.same, f.target, f.unit, (select count(*)::int from w) as written from f`),
    ])
    .catch((error: unknown) => {
      if (error instanceof NeonDbError && error.code === '23505')
        throw new AppError('scim_group_taken', undefined, { field: 'userGroupId' });
      throw error;
    });
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.is_left) throw new AppError('function_disabled');
  if (!outcome.there) throw new AppError('not_found');
  if (target !== null && outcome.target !== 1) throw new AppError('not_found', undefined, { field: 'userGroupId' });
  if (profile !== null && !outcome.unit) throw new AppError('invalid_input', { name: 'profile', reason: 'invalid' }, { field: 'profile' });
  if (outcome.written !== 1) throw new AppError('changed_meanwhile');
  return { id, version: version + 1 };
});
