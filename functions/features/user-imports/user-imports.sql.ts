import { type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { ImportCounts } from '../../../domain/user-imports/contract.ts';
import { leaseSeconds } from '../../../domain/user-imports/limits.ts';
import type { SessionContext } from '../../request/context.ts';
import { isFaulty, isPending, isReady, willUpdate } from './checking.ts';

// Statements over all rows of an import, thousands of them, and writes that are refused only because the import has changed (docs/data.md).

const planForMany = raw('user_imports.for_many_rows', { nestloop: 'text', jit: 'text' });
const writeClashes = raw('user_imports.clashes', {});
const writeDone = raw('user_imports.skip_done', {});
const writeRows = raw('user_imports.store_rows', {});
const sumRows = raw('user_imports.counts', {
  ...({ read: 'int4', ready: 'int4', problems: 'int4', warnings: 'int4', removed: 'int4' } as const),
  ...({ pending: 'int4', success: 'int4', failed: 'int4', added: 'int4', updated: 'int4' } as const),
});
const startRun = raw('user_imports.start', { bad: 'int4', ready: 'int4', started: 'int4' });
const changeRows = raw('user_imports.remove_rows', { n: 'int4' });
const cancelRun = raw('user_imports.cancel', { id: 'uuid' });
const deleteImport = raw('user_imports.forget', { id: 'uuid' });

const rowsOfImport = sql`user_imports i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id`;

/**
 * Goes before statements that join all rows of an import: these were just written and have no statistics, so the planner estimates one row
 * and compares each with each, minutes for 5,000. Applies to the one transaction.
 */
export const forManyRows = (db: Db) =>
  planForMany(db, sql`select set_config('enable_nestloop', 'off', true) as nestloop, set_config('jit', 'off', true) as jit`);

const one = (field: string, code: string, vars?: SQL) =>
  vars
    ? sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'code', ${code}::text, 'vars', ${vars}))`
    : sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'code', ${code}::text))`;
const none = sql`'[]'::jsonb`;
const emailClash = sql`case when k.email is not null and k.first_email < k.n
    then ${one('email', 'email_repeated', sql`jsonb_build_object('n', k.first_email)`)}
  when k.person is not null and not k.updates then ${one('email', 'email_taken')} else ${none} end`;
const phoneClash = sql`case when k.phone is not null and k.first_phone < k.n
    then ${one('phone', 'phone_repeated', sql`jsonb_build_object('n', k.first_phone)`)}
  when k.phone_taken then ${one('phone', 'phone_taken')} else ${none} end`;
const updateNote = sql`case when k.person is not null and k.updates then ${one('email', 'will_update')} else ${none} end`;

/**
 * Finds conflicts: with an earlier row of the file, and with existing users. It checks all rows at once, because fixing one row may resolve
 * or cause the conflict of another.
 */
export const findClashes = (db: Db, id: string) =>
  writeClashes(
    db,
    sql`with i as (select x.id, x.tenant_id, x.header_row, coalesce((x.options->'choices'->>'update')::boolean, false) as updates
          from user_imports x where x.id = ${id}::uuid and x.state in ('mapping','review')),
        live as (select r.n, r.email, r.phone, r.clashes, r.notes, i.updates,
            min(r.n) over (partition by r.email) as first_email, min(r.n) over (partition by r.phone) as first_phone
          from i join user_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id where ${isPending}),
        known as (select l.*, e.id as person,
            l.phone is not null and exists (select from users p where p.phone = l.phone and p.deleted_at is null
              and p.id is distinct from case when l.updates then e.id end) as phone_taken
          from live l left join users e on e.email = l.email and e.deleted_at is null),
        fresh as (select k.n, k.clashes as old_clashes, k.notes as old_notes, ${emailClash} || ${phoneClash} as clashes,
            jsonb_path_query_array(k.notes, '$[*] ? (@.code != "will_update")') || ${updateNote} as notes
          from known k)
      update user_import_rows r set clashes = f.clashes, notes = f.notes from fresh f
        where r.import_id = ${id}::uuid and r.n = f.n and (f.clashes <> f.old_clashes or f.notes <> f.old_notes)`,
  );

/** The same row of the same file that was imported before counts as imported: a file that is sent twice does nothing twice. */
export const skipDone = (db: Db, id: string) =>
  writeDone(
    db,
    sql`update user_import_rows r set state = 'success', user_id = o.user_id, problems = '[]', clashes = '[]', notes = '[]'
      from user_imports i join user_imports p on p.hash = i.hash and p.id <> i.id
        join user_import_rows o on o.import_id = p.id and o.state = 'success' join users u on u.id = o.user_id and u.deleted_at is null
      where i.id = ${id}::uuid and i.state in ('mapping','review') and r.import_id = i.id and r.n = o.n and ${isPending}
        and not coalesce((i.options->'choices'->>'update')::boolean, false)`,
  );

/** The sums of an import over its current rows. */
export const countRows = (db: Db, id: string) =>
  sumRows(
    db,
    sql`select count(*)::int as read, count(*) filter (where ${isReady})::int as ready,
        count(*) filter (where ${isFaulty})::int as problems,
        count(*) filter (where ${isReady} and r.notes <> '[]'::jsonb)::int as warnings, count(*) filter (where r.removed)::int as removed,
        count(*) filter (where ${isPending})::int as pending, count(*) filter (where not r.removed and r.state = 'success')::int as success,
        count(*) filter (where not r.removed and r.state = 'failed')::int as failed,
        count(*) filter (where ${isReady} and not ${willUpdate})::int as added,
        count(*) filter (where ${isReady} and ${willUpdate})::int as updated
      from ${rowsOfImport} where i.id = ${id}::uuid and r.n > i.header_row`,
  );

const nothing: ImportCounts = {
  ...{ read: 0, ready: 0, problems: 0, warnings: 0, removed: 0, pending: 0, success: 0, failed: 0, added: 0, updated: 0 },
};
export const getCounts = ({ rows: [counts = nothing] }: Awaited<ReturnType<typeof countRows>>): ImportCounts => counts;

/** Writes rows that were read again; those of an import that has changed since stay unchanged. */
export const storeRows = (db: Db, id: string, version: number, rows: readonly object[]) =>
  writeRows(
    db,
    sql`update user_import_rows r set person = x.person, email = x.email, phone = x.phone, problems = x.problems, notes = x.notes
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as x (n int, person jsonb, email text, phone text, problems jsonb, notes jsonb), user_imports i
      where i.id = ${id}::uuid and i.state in ('mapping','review') and i.version = ${version}::int and r.import_id = i.id and r.n = x.n`,
  );

/** Begins the run if there are rows for it, and none with faults unless they are ignored; returns the counts of the last check. */
export const startRow = (db: Db, ctx: SessionContext, { id, version, ignore }: { id: string; version: number; ignore: boolean }) =>
  startRun(
    db,
    sql`with c as (select count(*) filter (where ${isFaulty})::int as bad, count(*) filter (where ${isReady})::int as ready,
            count(*) filter (where not r.removed and r.state = 'success')::int as already
          from ${rowsOfImport} where i.id = ${id}::uuid and r.n > i.header_row),
        w as (update user_imports i set state = 'running', cancelled = false, started_at = app.now(), ended_at = null,
            taken_until = app.now() + make_interval(secs => ${leaseSeconds}), total = c.bad + c.ready + c.already,
            failed = c.bad, succeeded = c.already, version = i.version + 1
          from c where i.id = ${id}::uuid and i.state = 'review' and i.version = ${version}::int and (${ignore}::boolean or c.bad = 0)
            and c.ready > 0 returning i.id, i.tenant_id, i.header_row, i.name, i.failed),
        f as (update user_import_rows r set state = 'failed', problems = r.problems || r.clashes, clashes = '[]' from w i
          where r.tenant_id = i.tenant_id and r.import_id = i.id and ${isPending} and (r.problems <> '[]'::jsonb or r.clashes <> '[]'::jsonb)),
        a as (${auditEach(ctx, {
          what: 'user_import.start',
          row: sql`w.id`,
          facts: { name: sql`w.name`, rows: sql`c.ready`, ignored: sql`c.bad` },
          from: sql`w, c`,
        })})
      select c.bad, c.ready, (select count(*)::int from w) as started from c`,
  );

/** Removes rows or puts them back; returns their numbers in order. */
export const removeRows = (db: Db, ctx: SessionContext, { id, removed, which }: { id: string; removed: boolean; which: SQL }) =>
  changeRows(
    db,
    sql`with w as (update user_import_rows r set removed = ${removed}::boolean from user_imports i
          where i.id = ${id}::uuid and i.state = 'review' and r.tenant_id = i.tenant_id and r.import_id = i.id and r.n > i.header_row
            and r.state = 'pending' and r.removed <> ${removed}::boolean and ${which} returning r.n),
        a as (${auditEach(ctx, {
          what: removed ? 'user_import.remove_rows' : 'user_import.restore_rows',
          row: sql`${id}::uuid`,
          facts: { rows: sql`count(*)` },
          from: sql`w having count(*) > 0`,
        })})
      select n from w order by n`,
  );

/** No row: it isn't running. */
export const cancelRow = (db: Db, ctx: SessionContext, id: string) =>
  cancelRun(
    db,
    sql`with w as (update user_imports i set state = 'cancelled', cancelled = true, ended_at = app.now(), taken_until = null,
            version = i.version + 1
          where i.id = ${id}::uuid and i.state = 'running' returning i.id, i.succeeded),
        a as (${auditEach(ctx, { what: 'user_import.cancel', row: sql`w.id`, facts: { succeeded: sql`w.succeeded` }, from: sql`w` })})
      select id from w`,
  );

/** No row: it is running. */
export const forgetRow = (db: Db, ctx: SessionContext, id: string) =>
  deleteImport(
    db,
    sql`with w as (delete from user_imports i where i.id = ${id}::uuid and i.state <> 'running' returning i.id, i.name, i.succeeded),
        a as (${auditEach(ctx, {
          what: 'user_import.forget',
          row: sql`w.id`,
          facts: { name: sql`w.name`, succeeded: sql`w.succeeded` },
          from: sql`w`,
        })})
      select id from w`,
  );
