import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { fold } from '../../../domain/text/fold.ts';
import { findReceivers, shareReport } from '../../../domain/views/contract.ts';
import { shareLimits } from '../../../domain/views/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import { reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';

const shown = 8;
const hourSeconds = 3600;

export const findReportReceivers = bind(findReceivers, async ({ id, q }, ctx) => {
  const key = fold(q);
  const [report, rows] = await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [
    db.execute(sql`select 1 from ${reportsWithPlace} where r.id = ${id}::uuid and ${visibleReport(viewerOf(ctx))}`),
    db.execute(
      sql`select id, name, email from users where status in ('A','T') and id <> (select app.user_id()) and (starts_with(sort_key, ${key}) or starts_with(email, ${key})) order by sort_key, id limit ${shown}`,
    ),
  ]);
  if (report.rows.length === 0) throw new AppError('not_found');
  return { people: rowsOf<{ id: string; name: string; email: string }>(rows) };
});

type Outcome = {
  there: boolean;
  view_there: boolean;
  known: number;
  sent: number;
  told: number;
  without: { id: string; name: string }[] | null;
};

/**
 * One guarded statement: who may see the report is told, with the link to page and view; who may not is named to the sender and
 * hears nothing. A view goes along only if it is shared.
 */
export const shareOneReport = bind(shareReport, async ({ id, people, message, page, viewId }, ctx) => {
  const wanted = [...new Set(people)];
  const query = page ? `?page=${encodeURIComponent(page)}` : '';
  const withView = viewId ? `${query ? `${query}&` : '?'}view=${viewId}` : query;
  const receiver = { userId: sql`p.id`, seesAll: sql`(p.profile <> 'user')` };
  const place = ctx.session.profile === 'a2m' ? 'management/view' : 'reports/view';
  const [, result] = await ctx.database.withTenant(entryOf(ctx, 'views.edit'), (db) => [
    db.execute(sql`select pg_advisory_xact_lock(hashtextextended('share ' || (select app.user_id())::text, 0))`),
    db.execute(sql`with seen as (select r.id, r.title, (select u.name from users u where u.id = (select app.user_id())) as person from ${reportsWithPlace} where r.id = ${id}::uuid and ${visibleReport(viewerOf(ctx))}),
        shown as (select v.id from report_views v, seen where v.id = ${viewId ?? null}::uuid and v.report_id = seen.id and v.shared),
        people as (select p.id, p.name, exists (select from ${reportsWithPlace} where r.tenant_id = p.tenant_id and r.id = ${id}::uuid and ${visibleReport(receiver)}) as may
          from users p join (select jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb)::uuid as id) w on w.id = p.id where p.status in ('A','T')),
        sent as (select count(*)::int as n from report_shares s where s.user_id = (select app.user_id()) and s.at > app.now() - make_interval(secs => ${hourSeconds})),
        receivers as (select p.id from people p, seen, sent where p.may and (${viewId === undefined}::boolean or exists (select from shown))
          and (select count(*) from people) = ${wanted.length} and sent.n + (select count(*) from people x where x.may) <= ${shareLimits.anHour}),
        kept as (insert into report_shares (id, report_id, to_user_id) select gen_random_uuid(), ${id}::uuid, id from receivers returning to_user_id),
        ${tell('told', {
          people: sql`select to_user_id as user_id from kept`,
          kind: 'report_shared',
          vars: sql`(select jsonb_build_object('person', seen.person, 'report', seen.title, 'message', ${message}::text) from seen)`,
          link: sql`${`/${id}/${place}${withView}`}`,
        })},
        a as (insert into audit (what, row_id, change, ip, request_id) select 'report.share', ${id}::uuid, jsonb_build_object('to', (select jsonb_agg(to_user_id) from kept), 'view', ${viewId ?? null}::uuid), ${ctx.address}, ${ctx.requestId} from seen where exists (select from kept))
      select exists (select from seen) as there, exists (select from shown) as view_there, (select count(*)::int from people) as known, (select n from sent) as sent, (select count(*)::int from kept) as told,
        (select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name) from people where not may) as without`),
  ]);
  const [outcome] = rowsOf<Outcome>(result);
  if (!outcome?.there) throw new AppError('not_found');
  if (viewId && !outcome.view_there) throw new AppError('not_found', undefined, { field: 'viewId' });
  if (outcome.known !== wanted.length) throw new AppError('not_found', undefined, { field: 'people' });
  const without = outcome.without ?? [];
  if (outcome.told !== wanted.length - without.length)
    throw new AppError('share_limit_reached', { limit: shareLimits.anHour }, { retryAfterSeconds: hourSeconds });
  if (outcome.told > 0) wakeOutbox(ctx);
  return { told: outcome.told, without };
});
