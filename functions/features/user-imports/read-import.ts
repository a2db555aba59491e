import { and, desc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { tenants } from '../../../db/schema/tenants.ts';
import { userImports } from '../../../db/schema/user-imports.ts';
import { mayGive } from '../../../domain/access/giving.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { readUserImport } from '../../../domain/user-imports/contract.ts';
import { maxLeadRows } from '../../../domain/user-imports/limits.ts';
import { defaultChoices, noFixed } from '../../../domain/user-imports/options.ts';
import { profilesIn } from '../../../domain/users/person.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { fieldsQuery } from '../custom-fields/index.ts';
import { isReady, willUpdate } from './checking.ts';
import { getGroups } from './facts.ts';
import { findImport, i, oneImport, ownRows, presentImport, r } from './import-row.ts';
import { getTargets } from './learned.ts';
import { countRows, getCounts } from './user-imports.sql.ts';

const [leadShown, samplesShown, cellShown, groupsShown, administratorsShown] = [8, 3, 80, 50, 10];

const newGroups = raw('user_imports.new_groups', { name: 'text' });
const administratorRows = raw('user_imports.administrators', { n: 'int4', name: 'text', count: 'int4' });

/** The first rows of the file, where the header may be, and the first users below the header. */
function leadRows(db: Db, id: string) {
  const first = db
    .select({ n: r.n, cells: r.cells })
    .from(r)
    .where(eq(r.importId, id))
    .orderBy(r.n)
    .limit(maxLeadRows + samplesShown);
  const below = db
    .select({ n: r.n, cells: r.cells })
    .from(i)
    .innerJoin(r, ownRows)
    .where(and(eq(i.id, id), gt(r.n, i.headerRow)))
    .orderBy(r.n)
    .limit(maxLeadRows);
  return union(first, below).orderBy(sql`n`);
}

const seatsLeft = (db: Db) =>
  db.select({ limit: tenants.userLimit, used: tenants.usersUsed }).from(tenants).where(eq(tenants.id, sql`(select app.tenant_id())`));

const getNewGroups = (db: Db, id: string) =>
  newGroups(
    db,
    sql`select distinct on (g->>'key') g->>'name' as name from user_imports i
        join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id,
        jsonb_array_elements(coalesce(r.person->'groups', '[]'::jsonb)) g
      where i.id = ${id}::uuid and ${isReady}
        and not exists (select from user_groups x where x.sort_key = g->>'key' and x.deleted_at is null)
      order by g->>'key' limit ${groupsShown}`,
  );

/** The last import of the same file that added users. */
function importBefore(db: Db, id: string) {
  const p = alias(userImports, 'p');
  return db
    .select({ id: p.id, endedAt: p.endedAt, succeeded: p.succeeded })
    .from(i)
    .innerJoin(p, and(eq(p.hash, i.hash), ne(p.id, i.id), gt(p.succeeded, 0), isNotNull(p.endedAt)))
    .where(eq(i.id, id))
    .orderBy(desc(p.endedAt))
    .limit(1);
}

const getAdministrators = (db: Db, id: string) =>
  administratorRows(
    db,
    sql`select r.n, coalesce(r.person->>'name', '') as name, (count(*) over ())::int as count
      from user_imports i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id
      where i.id = ${id}::uuid and ${isReady} and not ${willUpdate}
        and coalesce(nullif(r.person->>'profile', ''), i.options->'forAll'->>'profile') = 'admin'
      order by r.n limit ${administratorsShown}`,
  );

/** Everything that the steps of an import show except its rows, in one trip. */
export const readOneImport = bind(readUserImport, async ({ id }, ctx) => {
  const read = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    findImport(db, id),
    countRows(db, id),
    leadRows(db, id),
    getGroups(db),
    seatsLeft(db),
    getNewGroups(db, id),
    importBefore(db, id),
    getAdministrators(db, id),
    fieldsQuery(db, 'user'),
  ]);
  const [found, counted, rows, groups, [seats], fresh, [same], { rows: administrators }, fields] = read;
  const row = oneImport(found);
  const counts = getCounts(counted);
  const left = seats && seats.limit !== null ? Math.max(0, seats.limit - seats.used) : null;
  const samples = rows.filter(({ n }) => n > row.headerRow);
  const shown = (cell: string | undefined) => (cell ?? '').slice(0, cellShown);
  return {
    ...presentImport(row),
    sheets: row.options.sheets ?? [],
    headerRow: row.headerRow,
    headers: row.headers,
    mapping: row.mapping,
    choices: row.options.choices ?? defaultChoices,
    fixed: row.options.fixed ?? noFixed,
    counts,
    seats: { left, over: left === null ? 0 : Math.max(0, counts.added - left) },
    administrators: { count: administrators[0]?.count ?? 0, rows: administrators.map(({ n, name }) => ({ n, name })) },
    newGroups: fresh.rows.map(({ name }) => name),
    custom: getTargets(fields, ctx),
    groups: groups.map(({ name }) => name),
    profiles: profilesIn(ctx.tenant.kind).filter((profile) => mayGive(ctx.session, { profile })),
    lead: rows.slice(0, leadShown).map(({ n, cells }) => ({ n, cells: cells.map(shown) })),
    samples: row.headers.map((_, at) =>
      samples
        .map(({ cells }) => shown(cells[at]).trim())
        .filter(Boolean)
        .slice(0, samplesShown),
    ),
    before: same?.endedAt ? { id: same.id, endedAt: toIso(same.endedAt), succeeded: same.succeeded } : null,
    version: row.version,
  };
});
