import { and, eq, type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { activePerPerson, sharedMinutes } from '../../../domain/exports/limits.ts';
import type { SessionContext } from '../../request/context.ts';
import type { Decision, Wanted } from './decide.ts';
import { mailExport } from './mail.ts';
import { active, e, isOwn, nextInLine, retriable, textArray } from './rows.ts';

// Starting and retrying count places in the queue, and a download is refused only as changed, so each is one statement (docs/data.md).

const lockStarts = raw('exports.lock_starts', { locked: 'bool' });
const insertExport = raw('exports.start', { id: 'uuid', state: 'text', mail: 'bool' });
const requeueExport = raw('exports.retry', { file: 'text?' });
const next = raw('exports.next', { next: 'uuid?' });
const recordDownload = raw('exports.download', { id: 'uuid' });

/** The contents of an export: its report, the request, and what was decided about it. */
type NewExport = { id: string; report: { id: string; account_id: string | null }; wanted: Wanted; decision: Decision };

const own = (id: string) => sql`e.id = ${id}::uuid and e.user_id = (select app.user_id())`;
const activeOfPerson = sql`(select count(*) from exports x where x.user_id = (select app.user_id()) and x.state in ${active})`;
const toJson = (value: object | null) => sql`${value && JSON.stringify(value)}::jsonb`;
/** The file of w, if no other export refers to it. */
const unshared = (file: SQL) =>
  sql`(select ${file} from w where not exists (select from exports x where x.file = ${file} and x.id <> w.id))`;
const recorded = (ctx: SessionContext, what: string, facts: Record<string, SQL | boolean> = {}) =>
  sql`a as (${auditEach(ctx, { what, row: sql`w.id`, facts: { report: sql`w.report_id`, format: sql`w.format`, ...facts }, from: sql`w` })})`;

/** Serializes this user's starts within the batch, so that concurrent ones can't exceed the limit. */
export const oneAtATime = (db: Db, ctx: SessionContext) =>
  lockStarts(db, sql`select true as locked from pg_advisory_xact_lock(hashtextextended(${`exports ${ctx.session.sub}`}, 0))`);

/** Inserts the export unless the user has too many; uses the file of another export with the same content where sharing is allowed. */
export function startRow(db: Db, ctx: SessionContext, { id, report, wanted, decision }: NewExport, mail: boolean) {
  const { title, identity, filters, watermark, wish, mayShare } = decision;
  return insertExport(
    db,
    sql`with shared as (select x.file, x.extension, x.bytes, x.expires_at from exports x
          where ${mayShare}::boolean and x.wish = ${wish} and x.state = 'ready' and x.watermark is null and x.file is not null
            and x.ended_at > app.now() - make_interval(mins => ${sharedMinutes}) and x.expires_at > app.now()
          order by x.ended_at desc limit 1),
        w as (insert into exports (id, report_id, report_title, account_id, format, pages, bookmark, filters, language, identity, watermark,
            wish, mail, state, percent, file, extension, bytes, ended_at, expires_at)
          select ${id}::uuid, ${report.id}::uuid, ${title}, ${report.account_id}::uuid, ${wanted.format},
            ${textArray(wanted.pages)}, ${wanted.bookmark}, ${textArray(filters)}, ${wanted.language}, ${toJson(identity)},
            ${toJson(watermark)}, ${wish}, ${mail}::boolean,
            case when s.file is null then 'queued' else 'ready' end, case when s.file is null then 0 else 100 end,
            s.file, s.extension, s.bytes, case when s.file is not null then app.now() end, s.expires_at
          from (select 1) one left join shared s on true where ${activeOfPerson} < ${activePerPerson}
          on conflict (tenant_id, user_id, wish) where state in ${active}
            do update set mail = exports.mail or excluded.mail returning exports.*, xmax = 0 as fresh),
        a as (${auditEach(ctx, {
          what: 'export.start',
          row: sql`w.id`,
          facts: {
            report: sql`w.report_id`,
            format: sql`w.format`,
            pages: sql`cardinality(w.pages)`,
            filters: sql`w.bookmark is not null`,
            as: sql`w.identity->>'username'`,
            watermark: sql`w.watermark is not null`,
            mail: sql`w.mail`,
          },
          from: sql`w`,
          where: sql`w.fresh`,
        })}),
        ${mailExport(ctx.session.tenant)}
      select w.id, w.state, w.mail from w`,
  );
}

/** Puts a finished export back into the queue unless the user has too many; returns its old file if no other export shares it. */
export const retryRow = (db: Db, ctx: SessionContext, { id, report, decision }: Omit<NewExport, 'wanted'>) =>
  requeueExport(
    db,
    sql`with own as (select e.id, e.file from exports e where ${own(id)}),
        w as (update exports e set state = 'queued', file = null, extension = null, bytes = null, expires_at = null, percent = 0,
            attempts = 0, misses = 0, next_at = app.now(), taken_until = null, service_export_id = null, error = null,
            created_at = app.now(), started_at = null, ended_at = null, report_title = ${decision.title},
            account_id = ${report.account_id}::uuid, filters = ${textArray(decision.filters)},
            identity = ${toJson(decision.identity)}, watermark = ${toJson(decision.watermark)}, wish = ${decision.wish}
          from own where e.id = own.id
            and (e.state in ${retriable} or (e.state = 'ready' and e.expires_at <= app.now()))
            and ${activeOfPerson} < ${activePerPerson}
          returning e.id, e.report_id, e.format, e.identity, own.file as old_file),
        ${recorded(ctx, 'export.start', { as: sql`w.identity->>'username'`, again: true })}
      select ${unshared(sql`w.old_file`)} as file from w`,
  );

/** One of the user's own exports, as cancelling and removing need it. */
export const readOwn = (db: Db, id: string) =>
  db
    .select({ state: e.state, accountId: e.accountId, reportId: e.reportId, format: e.format, file: e.file })
    .from(e)
    .where(and(eq(e.id, id), isOwn));

/** The export that takes the place which has become free at an account. */
export const findNext = (db: Db, accountId: string | null) => next(db, sql`select ${nextInLine(sql`${accountId}::uuid`)} as next`);

/** No row if the file is gone. */
export const downloadOwn = (db: Db, ctx: SessionContext, id: string) =>
  recordDownload(
    db,
    sql`with w as (select e.id, e.report_id, e.format, e.bytes from exports e
          where ${own(id)} and e.state = 'ready' and e.expires_at > app.now()),
        ${recorded(ctx, 'export.download', { bytes: sql`w.bytes` })}
      select id from w`,
  );
