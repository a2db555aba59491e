import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { cancelUserImport, removeUserImport, reopenUserImport } from '../../../domain/user-imports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { findClashes, forManyRows, liveRows, readAnew, type StoredRow, storeRows } from './checking.ts';
import { factsOf, groupsOf } from './facts.ts';
import { defaultChoices, draftOf, findImport, noFixed, oneImport } from './import-row.ts';
import { learnedQueries } from './learned.ts';

/** Stops a run. A batch holds its import while it works, so this waits for the one in hand, and none begins after it. */
export const cancelOneImport = bind(cancelUserImport, async ({ id }, ctx) => {
  const [found, result] = await ctx.database.withTenant(entryOf(ctx, 'users.import'), (db) => [
    findImport(db, id),
    db.execute(sql`with w as (update user_imports i set state = 'cancelled', cancelled = true, ended_at = app.now(), taken_until = null, version = i.version + 1 where i.id = ${id}::uuid and i.state = 'running' returning i.id, i.succeeded),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'user_import.cancel', w.id, jsonb_build_object('succeeded', w.succeeded), ${ctx.address}, ${ctx.requestId} from w)
      select id from w`),
  ]);
  oneImport(found);
  if (result.rows.length !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});

/** Takes an ended import to the review: what went in stays in, the rest can be mended and tried again. */
export const reopenOneImport = bind(reopenUserImport, async ({ id }, ctx) => {
  const entry = entryOf(ctx, 'users.import');
  const [found, rows, groups, , fields] = await ctx.database.withTenant(entry, (db) => [
    findImport(db, id),
    liveRows(db, id, sql`(r.n > i.header_row and not r.removed and r.state <> 'success')`),
    groupsOf(db),
    ...learnedQueries(db, []),
  ]);
  const { mapping, options, version } = draftOf(found, ['done', 'cancelled']);
  const { choices = defaultChoices, fixed = noFixed } = options;
  const fresh = readAnew(rowsOf<StoredRow>(rows), mapping, await factsOf(ctx, { groups, choices, fixed, fields }));
  const [, result] = await ctx.database.withTenant(entry, (db) => [
    forManyRows(db),
    db.execute(sql`with w as (update user_imports i set state = 'review', ended_at = null, version = i.version + 1 where i.id = ${id}::uuid and i.state in ('done','cancelled') returning i.id),
        r as (update user_import_rows r set state = 'pending', clashes = '[]' from w where r.import_id = w.id and r.state = 'failed'),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'user_import.reopen', w.id, '{}'::jsonb, ${ctx.address}, ${ctx.requestId} from w)
      select id from w`),
    storeRows(db, id, version + 1, fresh),
    findClashes(db, id),
  ]);
  if (result.rows.length !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});

export const forgetImport = bind(removeUserImport, async ({ id }, ctx) => {
  const [found, result] = await ctx.database.withTenant(entryOf(ctx, 'users.import'), (db) => [
    findImport(db, id),
    db.execute(sql`with w as (delete from user_imports i where i.id = ${id}::uuid and i.state <> 'running' returning i.id, i.name, i.succeeded),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'user_import.forget', w.id, jsonb_build_object('name', w.name, 'succeeded', w.succeeded), ${ctx.address}, ${ctx.requestId} from w)
      select id from w`),
  ]);
  oneImport(found);
  if (result.rows.length !== 1) throw new AppError('changed_meanwhile');
  return { status: 'ok' as const };
});
