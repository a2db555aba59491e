import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isOn } from '../../../domain/contract/fields.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { editView } from '../../../domain/views/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { keyOfName, orNameTaken } from '../../http/own-name.ts';
import { reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

type Outcome = { there: boolean; version: number | null };

/** A view that is no longer shared ends as the one for all; those who had chosen it fall back to what comes next. */
export const editOneView = bind(editView, async ({ id, version, name, shared, content }, ctx) => {
  const key = keyOfName(name);
  const moment = content
    ? sql`, state = ${content.state}, page = ${content.page}, page_title = ${content.pageTitle}, rest = ${content.rest}`
    : sql``;
  const [result] = await orNameTaken(
    ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [
      db.execute(sql`with mine as (select v.id, v.name, v.shared from report_views v where v.id = ${id}::uuid and v.user_id = (select app.user_id())
            and exists (select from ${reportsWithPlace} where r.tenant_id = v.tenant_id and r.id = v.report_id and ${visibleReport(viewerOf(ctx))})),
          w as (update report_views v set name = ${name}, sort_key = ${key}, shared = ${isOn(shared)}, for_all = v.for_all and ${isOn(shared)}::boolean, version = v.version + 1, updated_at = app.now()${moment}
            from mine where v.id = mine.id and v.version = ${version} returning v.id, v.version),
          a as (insert into audit (what, row_id, change, ip, request_id) select 'view.edit', w.id, jsonb_build_object('before', jsonb_build_object('name', mine.name, 'shared', mine.shared),
            'after', jsonb_build_object('name', ${name}::text, 'shared', ${isOn(shared)}::boolean, 'moment', ${content !== undefined}::boolean)), ${ctx.address}, ${ctx.requestId} from w, mine)
        select exists (select from mine) as there, (select version from w) as version`),
    ]),
  );
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.there) throw new AppError('not_found');
  if (!outcome.version) throw new AppError('changed_meanwhile');
  return { version: outcome.version };
});
