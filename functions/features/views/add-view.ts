import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { addView } from '../../../domain/views/contract.ts';
import { viewLimits } from '../../../domain/views/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName, orNameTaken } from '../../http/own-name.ts';
import { newId } from '../../services/ids.ts';
import { reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

type Outcome = { there: boolean; added: boolean };

export const addOneView = bind(addView, async ({ id: reportId, name, shared, content }, ctx) => {
  const id = newId(ctx.clock.now());
  const key = keyOfName(name);
  const { state, page, pageTitle, rest } = content;
  const [, result] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [
      // One person's views are counted and added one after the other; a lock inside the statement would count what it saw before waiting.
      db.execute(sql`select pg_advisory_xact_lock(hashtextextended('view ' || (select app.user_id())::text, 0))`),
      db.execute(sql`with seen as (select r.id from ${reportsWithPlace} where r.id = ${reportId}::uuid and r.kind = 'powerbi' and ${visibleReport(viewerOf(ctx))}),
          w as (insert into report_views (id, report_id, name, sort_key, state, page, page_title, rest, shared)
            select ${id}::uuid, seen.id, ${name}, ${key}, ${state}, ${page}, ${pageTitle}, ${rest}, ${isOn(shared)} from seen
            where (select count(*) from report_views v where v.report_id = seen.id and v.user_id = (select app.user_id())) < ${viewLimits.perReport} returning id, report_id),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'view.add', w.id, jsonb_build_object('report', w.report_id, 'after', jsonb_build_object('name', ${name}::text, 'shared', ${isOn(shared)}::boolean)), ${ctx.address}, ${ctx.requestId} from w)
        select exists (select from seen) as there, exists (select from w) as added`),
    ]),
  );
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.there) throw new AppError('not_found');
  if (!outcome.added) throw new AppError('view_limit_reached', { limit: viewLimits.perReport });
  return { id, version: 1 };
});
