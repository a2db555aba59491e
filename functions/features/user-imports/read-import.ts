import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { mayGive } from '../../../domain/access/giving.ts';
import { readUserImport } from '../../../domain/user-imports/contract.ts';
import { mostLeadRows } from '../../../domain/user-imports/limits.ts';
import { profilesIn } from '../../../domain/users/person.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { countRows, countsOf, isReady, willUpdate } from './checking.ts';
import { groupNamesOf, groupsOf } from './facts.ts';
import type { FileRow } from './file/refused.ts';
import { defaultChoices, findImport, noFixed, oneImport, presentImport } from './import-row.ts';
import { learnedQueries, targetsOf } from './learned.ts';

const unlimited = 2_147_483_647;
const [leadShown, samplesShown, cellShown, groupsShown, administratorsShown] = [8, 3, 80, 50, 10];
type Made = { n: number; name: string; count: number };
type Before = { id: string; ended_at: string; succeeded: number };

/** Everything that the steps of an import show but its rows, in one trip. */
export const readOneImport = bind(readUserImport, async ({ id }, ctx) => {
  const [found, counted, lead, groups, seats, fresh, before, made, , fields] = await ctx.database.withTenant(
    entryOf(ctx, 'users.import'),
    (db) => [
      findImport(db, id),
      countRows(db, id),
      db.execute(sql`(select r.n, r.cells from user_import_rows r where r.import_id = ${id}::uuid order by r.n limit ${mostLeadRows + samplesShown})
      union (select r.n, r.cells from user_imports i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id where i.id = ${id}::uuid and r.n > i.header_row order by r.n limit ${mostLeadRows}) order by 1`),
      groupsOf(db),
      db.execute(
        sql`select case when t.user_limit is null then ${unlimited} else greatest(0, t.user_limit - t.users_used) end as n from tenants t where t.id = (select app.tenant_id())`,
      ),
      db.execute(sql`select distinct on (g->>'key') g->>'name' as name from user_imports i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id,
        jsonb_array_elements(coalesce(r.person->'groups', '[]'::jsonb)) g
      where i.id = ${id}::uuid and ${isReady} and not exists (select from user_groups x where x.sort_key = g->>'key' and x.deleted_at is null) order by g->>'key' limit ${groupsShown}`),
      db.execute(sql`select p.id, p.ended_at, p.succeeded from user_imports i join user_imports p on p.hash = i.hash and p.id <> i.id and p.succeeded > 0 and p.ended_at is not null
      where i.id = ${id}::uuid order by p.ended_at desc limit 1`),
      db.execute(sql`select r.n, coalesce(r.person->>'name', '') as name, (count(*) over ())::int as count from user_imports i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id
      where i.id = ${id}::uuid and ${isReady} and not ${willUpdate} and coalesce(nullif(r.person->>'profile', ''), i.options->'forAll'->>'profile') = 'admin' order by r.n limit ${administratorsShown}`),
      ...learnedQueries(db, []),
    ],
  );
  const row = oneImport(found);
  const counts = countsOf(counted);
  const left = rowsOf<{ n: number }>(seats)[0]?.n ?? 0;
  const rows = rowsOf<FileRow>(lead);
  const [same] = rowsOf<Before>(before);
  const administrators = rowsOf<Made>(made);
  const samples = rows.filter(({ n }) => n > row.header_row);
  const shown = (cell: string | undefined) => (cell ?? '').slice(0, cellShown);
  return {
    ...presentImport(row),
    sheets: row.options.sheets ?? [],
    headerRow: row.header_row,
    headers: row.headers,
    mapping: row.mapping,
    choices: row.options.choices ?? defaultChoices,
    fixed: row.options.fixed ?? noFixed,
    counts,
    seats: { left: left === unlimited ? null : left, over: Math.max(0, counts.added - left) },
    administrators: { count: administrators[0]?.count ?? 0, rows: administrators.map(({ n, name }) => ({ n, name })) },
    newGroups: rowsOf<{ name: string }>(fresh).map(({ name }) => name),
    custom: targetsOf(fields, ctx),
    groups: groupNamesOf(groups),
    profiles: profilesIn(ctx.tenant.kind).filter((profile) => mayGive(ctx.session, { profile })),
    lead: rows.slice(0, leadShown).map(({ n, cells }) => ({ n, cells: cells.map(shown) })),
    samples: row.headers.map((_, at) =>
      samples
        .map(({ cells }) => shown(cells[at]).trim())
        .filter(Boolean)
        .slice(0, samplesShown),
    ),
    before: same ? { id: same.id, endedAt: new Date(same.ended_at).toISOString(), succeeded: same.succeeded } : null,
    version: row.version,
  };
});
