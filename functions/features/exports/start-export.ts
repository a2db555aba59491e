import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { type ExportStateName, startExport } from '../../../domain/exports/contract.ts';
import { activePerPerson, sharedMinutes } from '../../../domain/exports/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { sendMessage } from '../../http/messages.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { type ReportFacts, reportFacts } from '../reports/index.ts';
import { decide } from './decide.ts';
import { mailExport } from './mail.ts';
import { active, textArray } from './rows.ts';

/**
 * One guarded statement: the row, its audit row, and the mail where a file of the same content is there already. A second press
 * of the button finds the first one's row.
 */
export const startOneExport = bind(startExport, async (input, ctx) => {
  const [found] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [reportFacts(db, ctx, input.id)]);
  const [facts] = rowsOf<ReportFacts>(found);
  if (!facts) throw new AppError('not_found');
  const language = input.language ?? ctx.language ?? ctx.tenant.language;
  const wanted = { format: input.format, pages: [...new Set(input.pages)], bookmark: input.bookmark, language };
  const { identity, filters, watermark, wish, mayShare } = await decide(facts, wanted, ctx);
  const id = newId(ctx.clock.now());
  const [, result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    oneAtATime(db, ctx),
    db.execute(sql`with shared as (select x.file, x.extension, x.bytes, x.expires_at from exports x where ${mayShare}::boolean and x.wish = ${wish} and x.state = 'ready' and x.watermark is null and x.file is not null
          and x.ended_at > app.now() - make_interval(mins => ${sharedMinutes}) and x.expires_at > app.now() order by x.ended_at desc limit 1),
        w as (insert into exports (id, report_id, report_title, account_id, format, pages, bookmark, filters, language, identity, watermark, wish, mail, state, percent, file, extension, bytes, ended_at, expires_at)
          select ${id}::uuid, ${facts.id}::uuid, ${facts.title}, ${facts.account_id}::uuid, ${wanted.format}, ${textArray(wanted.pages)}, ${wanted.bookmark}, ${textArray(filters)}, ${language},
            ${identity && JSON.stringify(identity)}::jsonb, ${watermark && JSON.stringify(watermark)}::jsonb, ${wish}, ${isOn(input.mail)}::boolean, case when s.file is null then 'queued' else 'ready' end,
            case when s.file is null then 0 else 100 end, s.file, s.extension, s.bytes, case when s.file is not null then app.now() end, s.expires_at
          from (select 1) one left join shared s on true where (select count(*) from exports x where x.user_id = (select app.user_id()) and x.state in ${active}) < ${activePerPerson}
          on conflict (tenant_id, user_id, wish) where state in ('queued','running','finishing') do update set mail = exports.mail or excluded.mail returning exports.*, xmax = 0 as fresh),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'export.start', w.id, jsonb_build_object('report', w.report_id, 'format', w.format, 'pages', cardinality(w.pages), 'filters', w.bookmark is not null,
            'as', w.identity->>'username', 'watermark', w.watermark is not null, 'mail', w.mail), ${ctx.address}, ${ctx.requestId} from w where w.fresh),
        ${mailExport(ctx.session.tenant)}
      select w.id, w.state, w.mail from w`),
  ]);
  const [row] = rowsOf<{ id: string; state: ExportStateName; mail: boolean }>(result);
  if (!row) throw new AppError('export_limit', { count: activePerPerson }, { retryAfterSeconds: 30 });
  if (row.state === 'queued') ctx.later(begin(ctx, row.id));
  if (row.state === 'ready' && row.mail) wakeOutbox(ctx);
  return { id: row.id, state: row.state };
});

/** A moment later: the answer goes first, and who pressed the wrong button can still take it back before the service is asked. */
export const begin = (ctx: SessionContext, id: string) => sendMessage(ctx.env, { kind: 'export', tenant: ctx.session.tenant, id }, 1);

/** Makes what follows in the batch wait for other starts of this person: the limit is counted, and counted once at a time. */
export const oneAtATime = (db: Db, ctx: SessionContext) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${ctx.session.sub}`}, 0))`);
