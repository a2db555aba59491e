import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { type RowOf, raw, type Shape } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { demandsIdentity } from '../../../domain/report-access/grant-rule.ts';
import { giveReports } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { newId } from '../../services/ids.ts';
import { allowGrant, type RestrictionRow, restrictionColumns, restrictionOf, stillRestrictedAs } from '../report-access/index.ts';
import { livingGroup, mostTold } from './rows.ts';

const noId = '00000000-0000-0000-0000-000000000000';
const restriction = {
  id: 'uuid',
  needs_identity: 'bool',
  needs_roles: 'bool',
  ignore_rls: 'bool',
  restriction: 'text',
} as const satisfies Shape;
type Found = RowOf<typeof restriction> & RestrictionRow;
const restrictionRows = raw('user_groups.restrictions', restriction);
const knownRows = raw('user_groups.known_reports', { there: 'int4', reports: 'int4', places: 'int4' });
const givenRows = raw('user_groups.give_reports', { there: 'int4', still: 'int4', added: 'int4' });

/** Applies the grant rule to every report, then gives them all in one guarded statement, recorded at each report and at the group. */
export const giveManyReports = bind(giveReports, async ({ id, reports, places, confirmed }, ctx) => {
  const [named, shelves] = [[...new Set(reports)], [...new Set(places)]];
  const entry = entryOf(ctx, 'grants.manage');
  const asked = sql`with named as ${idRows(named)}, shelves as ${idRows(shelves)}`;
  const [known, restrictions] = await ctx.database.withTenant(entry, (db) => [
    knownRows(
      db,
      sql`${asked} select (select count(*)::int from ${livingGroup(id)} q) as there,
        (select count(*)::int from reports r join named n on n.id = r.id) as reports,
        (select count(*)::int from shelves h where exists (select from groups g where g.id = h.id and g.deleted_at is null)
          or exists (select from subgroups s where s.id = h.id and s.deleted_at is null)) as places`,
    ),
    restrictionRows(
      db,
      sql`${asked} select r.id, ${restrictionColumns} from reports r where r.id in (select n.id from named n)
        or r.group_id in (select h.id from shelves h) or r.subgroup_id in (select h.id from shelves h)`,
    ),
  ]);
  const [facts] = known.rows;
  if (!facts?.there) throw new AppError('not_found');
  if (facts.reports !== named.length) throw new AppError('not_found', undefined, { field: 'reports' });
  if (facts.places !== shelves.length) throw new AppError('not_found', undefined, { field: 'places' });
  const found = restrictions.rows as Found[]; // because a check constraint allows these restrictions only
  // Members of a group aren't named: where the model requires an identity they use their own, and those without one are refused when
  // viewing.
  for (const report of found) {
    const identity = { as: demandsIdentity(restrictionOf(report)) ? ('own' as const) : ('none' as const) };
    allowGrant(ctx, report, { withoutOwn: 0 }, { identity, confirmed, validUntil: null });
  }
  const wanted = JSON.stringify(found.map((report) => ({ ...report, new_id: newId(ctx.clock.now()) })));
  const [{ rows }] = await ctx.database.withTenant(entry, (db) => [
    givenRows(
      db,
      sql`with q as ${livingGroup(id)},
        w as (select w.new_id, r.id, r.title, r.sort_key from jsonb_to_recordset(${wanted}::jsonb)
            w (id uuid, new_id uuid, needs_identity boolean, needs_roles boolean, ignore_rls boolean, restriction text)
          join reports r on r.id = w.id and ${stillRestrictedAs(sql`w`)}),
        g as (insert into grants (id, report_id, subject, user_group_id, source, granted_by_id)
          select w.new_id, w.id, 'group', q.id, 'manual', (select app.user_id()) from w, q where (select count(*) from w) = ${found.length}
          on conflict (tenant_id, report_id, subject, (coalesce(user_id, user_group_id, ${sql.raw(`'${noId}'::uuid`)}))) do update
          set identity = null, filters = null, valid_until = null, source = excluded.source, granted_by_id = excluded.granted_by_id,
            note = excluded.note, created_at = app.now() where grants.valid_until <= app.now() returning id, report_id),
        ga as (${auditEach(ctx, {
          what: 'grant.add',
          row: sql`g.report_id`,
          facts: { grant: sql`g.id`, subject: 'group', userGroup: sql`q.id`, confirmed },
          from: sql`g, q`,
        })}),
        a as (${auditEach(ctx, {
          what: 'user_group.reports_add',
          row: sql`q.id`,
          facts: {
            count: sql`(select count(*) from g)`,
            names: sql`(select jsonb_agg(t.title)
            from (select w.title from w join g on g.report_id = w.id order by w.sort_key, w.id limit ${mostTold}) t)`,
          },
          from: sql`q`,
          where: sql`exists (select from g)`,
        })})
        select (select count(*)::int from q) as there, (select count(*)::int from w) as still, (select count(*)::int from g) as added`,
    ),
  ]);
  const [outcome] = rows;
  if (outcome?.there !== 1 || outcome.still !== found.length) throw new AppError('changed_meanwhile');
  return { added: outcome.added, existing: found.length - outcome.added };
});
