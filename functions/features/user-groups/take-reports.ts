import { sql } from 'drizzle-orm';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { takeReports } from '../../../domain/user-groups/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { livingGroup, mostTold } from './rows.ts';

const takenRows = raw('user_groups.take_reports', { there: 'int4', grants: 'int4', removed: 'int4' });

/** Several at once, all or none; recorded at each report and at the group. */
export const takeManyReports = bind(takeReports, async ({ id, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    takenRows(
      db,
      sql`with q as ${livingGroup(id)}, wanted as ${idRows(wanted)},
        there as (select count(*)::int as n from grants x join wanted w on w.id = x.id join q on q.id = x.user_group_id),
        g as (delete from grants x using wanted w, q, there where there.n = ${wanted.length} and x.id = w.id and x.user_group_id = q.id
          returning x.id, x.report_id, x.user_group_id, x.identity, x.filters, x.valid_until),
        ga as (${auditEach(ctx, {
          what: 'grant.remove',
          row: sql`g.report_id`,
          facts: givenFacts({
            grant: sql`g.id`,
            subject: 'group',
            userGroup: sql`g.user_group_id`,
            identity: sql`g.identity`,
            filters: sql`g.filters`,
            validUntil: sql`g.valid_until`,
          }),
          from: sql`g`,
        })}),
        a as (${auditEach(ctx, {
          what: 'user_group.reports_remove',
          row: sql`q.id`,
          facts: {
            count: sql`(select count(*) from g)`,
            names: sql`(select jsonb_agg(t.title)
            from (select r.title from reports r join g on g.report_id = r.id order by r.sort_key, r.id limit ${mostTold}) t)`,
          },
          from: sql`q`,
          where: sql`exists (select from g)`,
        })})
        select (select count(*)::int from q) as there, there.n as grants, (select count(*)::int from g) as removed from there`,
    ),
  ]);
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.grants !== wanted.length) throw new AppError('not_found', undefined, { field: 'ids' });
  return { removed: outcome.removed };
});
