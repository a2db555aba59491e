import { sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { auditEach } from '../../../db/audited.ts';
import { lastOf } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addView } from '../../../domain/report-views/contract.ts';
import { viewLimits } from '../../../domain/report-views/limits.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName, orNameTaken } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { findReport } from './find-report.ts';
import { embedded } from './report-views.sql.ts';

const takeTurn = raw('report_views.turn', {});
const insertOne = raw('report_views.add', {});
const record = raw('report_views.record_added', {});

/** The limit is counted as the view is written, in one user's turn; a lock inside that statement would count what it saw before waiting. */
export const addOneView = bind(addView, async ({ id: reportId, name, shared: sharing, content }, ctx) => {
  const entry = getEntry(ctx, 'views.edit');
  const [id, key, shared] = [newId(ctx.clock.now()), keyOfName(name), isOn(sharing)];
  const [[report]] = await ctx.database.withTenant(entry, (db) => [findReport(db, ctx, reportId, embedded)]);
  if (!report) throw new AppError('not_found');

  const { state, page, pageTitle, rest } = content;
  const results = await orNameTaken(
    ctx.database.withTenant(entry, (db) => [
      takeTurn(db, sql`select from pg_advisory_xact_lock(hashtextextended('view ' || (select app.user_id())::text, 0))`),
      mustHold(db, sql`exists ${findReport(db, ctx, reportId, embedded)}`),
      insertOne(
        db,
        sql`insert into report_views (id, report_id, name, sort_key, state, page, page_title, rest, shared)
          select ${id}::uuid, ${reportId}::uuid, ${name}, ${key}, ${state}, ${page}, ${pageTitle}, ${rest}, ${shared}
          where (select count(*) from report_views v where v.report_id = ${reportId}::uuid and v.user_id = (select app.user_id()))
            < ${viewLimits.perReport}`,
      ),
      record(
        db,
        auditEach(ctx, {
          what: 'view.add',
          row: sql`v.id`,
          facts: { report: sql`v.report_id`, after: { name, shared } },
          from: sql`report_views v`,
          where: sql`v.id = ${id}::uuid`,
        }),
      ),
    ]),
  );
  if (lastOf(results).rowCount === 0) throw new AppError('view_limit_reached', { limit: viewLimits.perReport });
  return { id, version: 1 };
});
