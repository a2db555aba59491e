import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { keepViewing } from '../../../domain/capacity/waking-contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { lookSoon } from '../capacity/index.ts';
import { goesOnMinutes } from '../reports/index.ts';
import { seenReport } from './facts.ts';

const keepOn = raw('capacity.keep_viewing', { id: 'uuid', woken: 'bool' });

/**
 * A sign of life for the person's visits of this report, and a look at its capacity, which then stays on. Visits of others in this person's
 * name leave no sign.
 */
export const keepOneViewing = bind(keepViewing, async ({ id }, ctx) => {
  const [seen, kept] = await ctx.database.withTenant(getEntry(ctx, 'reports.view'), (db) => [
    seenReport(db, ctx, id),
    ...(ctx.session.acting
      ? []
      : [
          keepOn(
            db,
            sql`with v as (update visits v set alive_at = app.now()
                where v.user_id = (select app.user_id()) and v.report_id = ${id}::uuid
                  and v.last_at > app.now() - make_interval(mins => ${goesOnMinutes}) and v.ended_at is null returning v.report_id)
              select c.id, app.wake(c.id) as woken from (select distinct v.report_id from v) q, app.report_capacity(q.report_id) c`,
          ),
        ]),
  ]);
  if (seen.rows.length !== 1) throw new AppError('not_found');
  const capacity = kept?.rows[0];
  if (capacity?.woken) lookSoon(ctx, capacity.id);
  return { status: 'ok' as const };
});
