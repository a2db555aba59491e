import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { stopWaiting, waitForData } from '../../../domain/report-views/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { embedded, seenReport } from './report-views.sql.ts';

const wait = raw('report_views.wait_for_data', { n: 'int4' });
const stop = raw('report_views.stop_waiting', {});

export const waitForFreshData = bind(waitForData, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'views.edit'), (db) => [
    wait(
      db,
      sql`with ${seenReport(ctx, id, embedded)},
        w as (insert into fresh_waiters (report_id) select id from seen on conflict do nothing returning report_id),
        a as (${auditEach(ctx, { what: 'fresh_notice.add', row: sql`report_id`, from: sql`w` })})
      select count(*)::int as n from seen`,
    ),
  ]);
  if (rows[0]?.n !== 1) throw new AppError('not_found');
  return { status: 'ok' as const };
});

export const stopWaitingForData = bind(stopWaiting, async ({ id }, ctx) => {
  await ctx.database.withTenant(getEntry(ctx, 'views.edit'), (db) => [
    stop(
      db,
      sql`with w as (delete from fresh_waiters where report_id = ${id}::uuid and user_id = (select app.user_id()) returning report_id)
      ${auditEach(ctx, { what: 'fresh_notice.remove', row: sql`report_id`, from: sql`w` })}`,
    ),
  ]);
  return { status: 'ok' as const };
});
