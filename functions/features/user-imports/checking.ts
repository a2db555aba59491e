import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import type { Mapping } from '../../../domain/user-imports/columns.ts';
import type { ImportCounts } from '../../../domain/user-imports/contract.ts';
import type { Problem, RowFacts } from '../../../domain/user-imports/read-row.ts';
import { readRow } from '../../../domain/user-imports/read-row.ts';

/** A row that takes part: below the header, not taken out, not in yet. */
export const isLive = sql`(r.n > i.header_row and not r.removed and r.state = 'pending')`;
const isBad = sql`(r.problems <> '[]'::jsonb or r.clashes <> '[]'::jsonb)`;
export const isReady = sql`(${isLive} and not ${isBad})`;
export const isFaulty = sql`(${isLive} and ${isBad})`;

/**
 * Goes before what joins all rows of an import: they were written a moment ago and no statistics know them, so the planner takes them for
 * one row and compares each with each, minutes for 5,000. It holds for the one transaction.
 */
export const forManyRows = (db: Db) => db.execute(sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`);

const one = (field: string, code: string, vars?: SQL) =>
  vars
    ? sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'code', ${code}::text, 'vars', ${vars}))`
    : sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'code', ${code}::text))`;
const none = sql`'[]'::jsonb`;

/**
 * Finds what collides: with an earlier row of the file, and with people who are there. It goes over all rows at once, because mending
 * one row may free or catch another.
 */
export const findClashes = (db: Db, id: string) =>
  db.execute(sql`with i as (select x.id, x.tenant_id, x.header_row, coalesce((x.options->'choices'->>'update')::boolean, false) as updates from user_imports x where x.id = ${id}::uuid and x.state in ('mapping','review')),
      live as (select r.n, r.email, r.phone, r.clashes, r.notes, i.updates, min(r.n) over (partition by r.email) as first_email, min(r.n) over (partition by r.phone) as first_phone
        from i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id where ${isLive}),
      known as (select l.*, e.id as person,
          l.phone is not null and exists (select from users p where p.phone = l.phone and p.deleted_at is null and p.id is distinct from case when l.updates then e.id end) as phone_taken
        from live l left join users e on e.email = l.email and e.deleted_at is null),
      fresh as (select k.n, k.clashes as old_clashes, k.notes as old_notes,
          case when k.email is not null and k.first_email < k.n then ${one('email', 'email_repeated', sql`jsonb_build_object('n', k.first_email)`)}
            when k.person is not null and not k.updates then ${one('email', 'email_taken')} else ${none} end
          || case when k.phone is not null and k.first_phone < k.n then ${one('phone', 'phone_repeated', sql`jsonb_build_object('n', k.first_phone)`)}
            when k.phone_taken then ${one('phone', 'phone_taken')} else ${none} end as clashes,
          jsonb_path_query_array(k.notes, '$[*] ? (@.code != "will_update")') || case when k.person is not null and k.updates then ${one('email', 'will_update')} else ${none} end as notes
        from known k)
    update user_import_rows r set clashes = f.clashes, notes = f.notes from fresh f
      where r.import_id = ${id}::uuid and r.n = f.n and (f.clashes <> f.old_clashes or f.notes <> f.old_notes)`);

/** The same row of the same file that went in before is in: a file that is sent twice does nothing twice. */
export const skipDone = (db: Db, id: string) =>
  db.execute(sql`update user_import_rows r set state = 'success', user_id = o.user_id, problems = '[]', clashes = '[]', notes = '[]'
    from user_imports i join user_imports p on p.hash = i.hash and p.id <> i.id join user_import_rows o on o.import_id = p.id and o.state = 'success'
      join users u on u.id = o.user_id and u.deleted_at is null
    where i.id = ${id}::uuid and i.state in ('mapping','review') and r.import_id = i.id and r.n = o.n and ${isLive} and not coalesce((i.options->'choices'->>'update')::boolean, false)`);

/** The sums of an import, over its rows as they are now. */
export const countRows = (db: Db, id: string) =>
  db.execute(sql`select count(*)::int as read, count(*) filter (where ${isReady})::int as ready, count(*) filter (where ${isFaulty})::int as problems,
      count(*) filter (where ${isReady} and r.notes <> '[]'::jsonb)::int as warnings, count(*) filter (where r.removed)::int as removed,
      count(*) filter (where ${isLive})::int as pending, count(*) filter (where not r.removed and r.state = 'success')::int as success,
      count(*) filter (where not r.removed and r.state = 'failed')::int as failed,
      count(*) filter (where ${isReady} and not ${willUpdate})::int as added, count(*) filter (where ${isReady} and ${willUpdate})::int as updated
    from user_imports i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id where i.id = ${id}::uuid and r.n > i.header_row`);
export const willUpdate = sql`(r.notes @> '[{"code":"will_update"}]'::jsonb)`;

const nothing: ImportCounts = {
  ...{ read: 0, ready: 0, problems: 0, warnings: 0, removed: 0, pending: 0, success: 0, failed: 0, added: 0, updated: 0 },
};
export const countsOf = (counted: { rows: unknown[] }): ImportCounts => rowsOf<ImportCounts>(counted)[0] ?? nothing;

export type StoredRow = {
  n: number;
  cells: string[];
  person: unknown;
  email: string | null;
  phone: string | null;
  problems: Problem[];
  notes: Problem[];
};

export const liveRows = (db: Db, id: string, where: SQL = isLive) =>
  db.execute(sql`select r.n, r.cells, r.person, r.email, r.phone, r.problems, r.notes from user_imports i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id
    where i.id = ${id}::uuid and ${where} order by r.n`);

/** What the rows are now, read anew, of those that are not what is stored. */
export function readAnew(rows: readonly StoredRow[], mapping: Mapping, facts: RowFacts) {
  return rows.flatMap((row) => {
    const fresh = readRow(row.cells, mapping, facts);
    const kept = row.notes.filter(({ code }) => code === 'will_update');
    const { person, email, phone, problems } = fresh;
    const notes = [...fresh.notes, ...kept];
    const same = written([row.person, row.email, row.phone, row.problems, row.notes]) === written([person, email, phone, problems, notes]);
    return same ? [] : [{ n: row.n, person, email, phone, problems, notes }];
  });
}

/** The same text for the same value: the database keeps the names of an object in an order of its own. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Writes rows that were read anew, all in one statement; those of an import that has changed since they were read stay. */
export const storeRows = (db: Db, id: string, version: number, rows: readonly object[]) =>
  db.execute(sql`update user_import_rows r set person = x.person, email = x.email, phone = x.phone, problems = x.problems, notes = x.notes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (n int, person jsonb, email text, phone text, problems jsonb, notes jsonb), user_imports i
    where i.id = ${id}::uuid and i.state in ('mapping','review') and i.version = ${version}::int and r.import_id = i.id and r.n = x.n`);
