import { NeonDbError } from '@neondatabase/serverless';
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { retryExport } from '../../../domain/exports/contract.ts';
import { activePerPerson } from '../../../domain/exports/limits.ts';
import { languages } from '../../../domain/session/languages.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { decide } from './decide.ts';
import { loadOwn } from './load-own.ts';
import { active, textArray } from './rows.ts';
import { begin, oneAtATime } from './start-export.ts';

/** The same wish from its start, decided anew: as whom, with which mark, through which account. */
export const retryOneExport = bind(retryExport, async ({ id }, ctx) => {
  const { row, facts } = await loadOwn(ctx, id);
  if (!['failed', 'cancelled', 'expired'].includes(row.state)) throw new AppError('export_over');
  const language = languages.find((known) => known === row.language) ?? ctx.tenant.language;
  const { identity, filters, watermark, wish } = await decide(facts, { ...row, language }, ctx);
  const [, result] = await ctx.database
    .withTenant(entryOf(ctx, 'reports.view'), (db) => [
      oneAtATime(db, ctx),
      db.execute(sql`with own as (select x.id, x.file from exports x where x.id = ${id}::uuid and x.user_id = (select app.user_id())),
        w as (update exports e set state = 'queued', file = null, extension = null, bytes = null, expires_at = null, percent = 0, attempts = 0, misses = 0, next_at = app.now(), taken_until = null, service_export_id = null, error = null, created_at = app.now(), started_at = null, ended_at = null,
            report_title = ${facts.title}, account_id = ${facts.account_id}::uuid, filters = ${textArray(filters)},
            identity = ${identity && JSON.stringify(identity)}::jsonb, watermark = ${watermark && JSON.stringify(watermark)}::jsonb, wish = ${wish}
          from own where e.id = own.id and (e.state in ('failed','cancelled','expired') or (e.state = 'ready' and e.expires_at <= app.now()))
            and (select count(*) from exports x where x.user_id = (select app.user_id()) and x.state in ${active}) < ${activePerPerson} returning e.id, e.report_id, e.format, e.identity, own.file as old_file),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'export.start', w.id, jsonb_build_object('report', w.report_id, 'format', w.format, 'as', w.identity->>'username', 'again', true), ${ctx.address}, ${ctx.requestId} from w)
      select (select w.old_file from w where not exists (select from exports x where x.file = w.old_file and x.id <> w.id)) as file from w`),
    ])
    .catch((error: unknown) => {
      // The same is under way already: one row is enough.
      if (error instanceof NeonDbError && error.code === '23505') throw new AppError('export_over');
      throw error;
    });
  if (result.rows.length !== 1) throw new AppError('export_limit', { count: activePerPerson }, { retryAfterSeconds: 30 });
  const file = rowsOf<{ file: string | null }>(result)[0]?.file;
  if (file) ctx.later(ctx.env.FILES.delete(`${ctx.tenant.id}/${file}`));
  ctx.later(begin(ctx, id));
  return { status: 'ok' as const };
});
