import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { askForReport, cancelRequest } from '../../../domain/catalogs/contract.ts';
import { offerFor } from '../../../domain/catalogs/request.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { newId } from '../../services/ids.ts';
import { wakeOutbox } from '../mail/index.ts';
import { tell } from '../notifications/index.ts';
import { reportsWithPlace, viewerOf, visibleReport } from '../reports/index.ts';
import { deniedAt, onCatalog } from './list-catalog.ts';
import { decidersOf, grantersOf } from './request-row.ts';

type Facts = { sees: boolean; pending_at: string | null; denied_at: string | null; deciders: string[]; added: boolean };

const mostNamed = 3;

/** One statement: what stands in the way is read, and where nothing does the request is made and its deciders are told. */
export const askForOneReport = bind(askForReport, async ({ id, justification, days }, ctx) => {
  const me = ctx.session.sub;
  const requestId = newId(ctx.clock.now());
  const pendingAt = sql`(select q.asked_at from catalog_requests q where q.tenant_id = r.tenant_id and q.user_id = ${me}::uuid and q.report_id = r.id and q.state = 'pending')`;
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.ask'), (db) => [
    db.execute(sql`with f as (select r.id, r.title, r.owner_id, ${visibleReport(viewerOf(ctx))} as sees, ${pendingAt} as pending_at, ${deniedAt(me)} as denied_at from ${reportsWithPlace} where r.id = ${id}::uuid and ${onCatalog}),
      w as (insert into catalog_requests (id, report_id, justification, wished_days) select ${requestId}::uuid, f.id, ${justification}, ${days}::int from f
          where not f.sees and f.pending_at is null and (f.denied_at is null or f.denied_at <= app.now() - interval '7 days') on conflict do nothing returning id, report_id),
      ${tell('told', {
        people: sql`select d.id as user_id from users d, f, w where ${decidersOf(sql`f.owner_id`)} and d.id <> ${me}::uuid`,
        kind: 'catalog_requested',
        vars: sql`jsonb_build_object('person', (select p.name from users p where p.id = ${me}::uuid), 'report', (select f.title from f), 'justification', ${justification}::text)`,
        link: sql`'/catalogs?tab=requests&id=' || ${requestId}::text`,
      })},
      a as (insert into audit (what, row_id, change, ip, request_id) select 'catalog.ask', w.id, jsonb_build_object('report', w.report_id, 'justification', ${justification}::text), ${ctx.address}, ${ctx.requestId} from w)
      select f.sees, f.pending_at, f.denied_at, exists (select from w) as added,
        array(select d.name from users d, reports r where r.id = f.id and ${grantersOf(sql`f.owner_id`)} and d.id <> ${me}::uuid order by d.sort_key, d.id limit ${mostNamed}) as deciders from f`),
  ]);
  const [facts] = rowsOf<Facts>(result);
  if (!facts) throw new AppError('not_found');
  if (facts.added) {
    wakeOutbox(ctx);
    return { id: requestId, deciders: facts.deciders };
  }
  const time = (at: string | null) => (at ? Date.parse(at) : null);
  const offer = offerFor({ sees: facts.sees, pendingSince: time(facts.pending_at), deniedAt: time(facts.denied_at) }, ctx.clock.now());
  if (offer.kind === 'open') throw new AppError('catalog_already_seen');
  if (offer.kind === 'wait') throw new AppError('catalog_wait', { until: new Date(offer.until).toISOString() });
  // Somebody else's click of the same person came first.
  throw new AppError('catalog_pending');
});

export const cancelOwnRequest = bind(cancelRequest, async ({ id }, ctx) => {
  const me = ctx.session.sub;
  const [there, result] = await ctx.database.withTenant(entryOf(ctx, 'catalogs.view'), (db) => [
    db.execute(sql`select 1 from catalog_requests q where q.id = ${id}::uuid and q.user_id = ${me}::uuid`),
    db.execute(sql`with w as (update catalog_requests q set state = 'cancelled', decided_at = app.now(), version = version + 1 where q.id = ${id}::uuid and q.user_id = ${me}::uuid and q.state = 'pending' returning q.id, q.report_id),
      a as (insert into audit (what, row_id, change, ip, request_id) select 'catalog.cancel', w.id, '{}'::jsonb, ${ctx.address}, ${ctx.requestId} from w)
      select 1 from w`),
  ]);
  if (there.rows.length === 0) throw new AppError('not_found');
  if (result.rows.length === 0) throw new AppError('catalog_decided', { by: '' });
  return { status: 'ok' as const };
});
