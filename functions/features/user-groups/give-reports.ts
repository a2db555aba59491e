import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { demandsIdentity } from '../../../domain/report-access/grant-rule.ts';
import { giveReports } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { idRows } from '../../http/id-rows.ts';
import { newId } from '../../services/ids.ts';
import { allowGrant, type RestrictionRow, restrictionColumns, restrictionOf, stillRestrictedAs } from '../report-access/index.ts';
import { living, mostTold } from './rows.ts';

const nobody = '00000000-0000-0000-0000-000000000000';
type Found = RestrictionRow & { id: string };
type Known = { there: number; reports: number; places: number };

/** Asks the one rule of grants about every report, then gives them all in one guarded statement, on record at each report and at the group. */
export const giveManyReports = bind(giveReports, async ({ id, reports, places, confirmed }, ctx) => {
  const [named, shelves] = [[...new Set(reports)], [...new Set(places)]];
  const entry = entryOf(ctx, 'grants.manage');
  const [known, rows] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with named as ${idRows(named)}, shelves as ${idRows(shelves)} select (select count(*)::int from ${living(id)} q) as there, (select count(*)::int from reports r join named n on n.id = r.id) as reports,
      (select count(*)::int from shelves h where exists (select from groups g where g.id = h.id and g.deleted_at is null) or exists (select from subgroups s where s.id = h.id and s.deleted_at is null)) as places`),
    db.execute(sql`with named as ${idRows(named)}, shelves as ${idRows(shelves)} select r.id, ${restrictionColumns} from reports r
      where r.id in (select n.id from named n) or r.group_id in (select h.id from shelves h) or r.subgroup_id in (select h.id from shelves h)`),
  ]);
  const [facts] = rowsOf<Known>(known);
  if (!facts?.there) throw new AppError('not_found');
  if (facts.reports !== named.length) throw new AppError('not_found', undefined, { field: 'reports' });
  if (facts.places !== shelves.length) throw new AppError('not_found', undefined, { field: 'places' });
  const found = rowsOf<Found>(rows);
  // People behind a group are not named: where the model demands an identity each comes as himself, and who has none is refused at viewing.
  for (const report of found) {
    const identity = { as: demandsIdentity(restrictionOf(report)) ? ('own' as const) : ('none' as const) };
    allowGrant(ctx, report, { withoutOwn: 0 }, { identity, confirmed, validUntil: null });
  }
  const wanted = JSON.stringify(found.map((report) => ({ ...report, new_id: newId(ctx.clock.now()) })));
  const [result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with q as ${living(id)},
        w as (select w.new_id, r.id, r.title, r.sort_key from jsonb_to_recordset(${wanted}::jsonb) w (id uuid, new_id uuid, needs_identity boolean, needs_roles boolean, ignore_rls boolean, restriction text)
          join reports r on r.id = w.id and ${stillRestrictedAs(sql`w`)}),
        g as (insert into grants (id, report_id, subject, user_group_id, source, granted_by_id)
          select w.new_id, w.id, 'group', q.id, 'manual', (select app.user_id()) from w, q where (select count(*) from w) = ${found.length}
          on conflict (tenant_id, report_id, subject, (coalesce(user_id, user_group_id, ${sql.raw(`'${nobody}'::uuid`)}))) do update set identity = null, filters = null, valid_until = null, source = excluded.source,
            granted_by_id = excluded.granted_by_id, note = excluded.note, created_at = app.now() where grants.valid_until <= app.now() returning id, report_id),
        ga as (insert into audit (what, row_id, change, ip, request_id) select 'grant.add', g.report_id, jsonb_build_object('grant', g.id, 'subject', 'group', 'userGroup', q.id, 'confirmed', ${confirmed}::boolean), ${ctx.address}, ${ctx.requestId} from g, q),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'user_group.reports_add', q.id, jsonb_build_object('count', (select count(*) from g),
          'names', (select jsonb_agg(t.title) from (select w.title from w join g on g.report_id = w.id order by w.sort_key, w.id limit ${mostTold}) t)), ${ctx.address}, ${ctx.requestId} from q where exists (select from g))
      select (select count(*)::int from q) as there, (select count(*)::int from w) as still, (select count(*)::int from g) as added`),
  ]);
  const outcome = rowsOf<{ there: number; still: number; added: number }>(result)[0];
  if (outcome?.there !== 1 || outcome.still !== found.length) throw new AppError('changed_meanwhile');
  return { added: outcome.added, existing: found.length - outcome.added };
});
