import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { downloadExport } from '../../../domain/exports/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { signedUrl } from '../storage/index.ts';
import { identityNow, sameIdentity } from './decide.ts';
import { loadOwn } from './load-own.ts';

/** A file is handed out only to who would get the same one now: not to other rights, and not after its day. */
export const downloadOneExport = bind(downloadExport, async ({ id }, ctx) => {
  const { row, facts } = await loadOwn(ctx, id);
  if (row.state !== 'ready' || !row.file) throw new AppError('export_over');
  if (!sameIdentity(identityNow(facts, ctx), row.identity)) throw new AppError('export_outdated');
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'reports.view'), (db) => [
    db.execute(sql`with w as (select e.id, e.report_id, e.format, e.bytes from exports e where e.id = ${id}::uuid and e.user_id = (select app.user_id()) and e.state = 'ready' and e.expires_at > app.now()),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'export.download', w.id, jsonb_build_object('report', w.report_id, 'format', w.format, 'bytes', w.bytes), ${ctx.address}, ${ctx.requestId} from w)
      select id from w`),
  ]);
  if (result.rows.length !== 1) throw new AppError('export_over');
  return { url: await signedUrl(row.file, ctx.session.sub, ctx) };
});
