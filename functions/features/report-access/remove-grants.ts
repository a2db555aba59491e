import { sql } from 'drizzle-orm';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeGrants } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { entryOf } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';

const removeMany = raw('grants.remove', { there: 'int4', removed: 'int4' });

/** Several at once, all or none: one id that isn't a grant of this report leaves everything unchanged. */
export const removeManyGrants = bind(removeGrants, async ({ id, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const [{ rows }] = await ctx.database.withTenant(entryOf(ctx, 'grants.manage'), (db) => [
    removeMany(
      db,
      sql`with wanted as ${idRows(wanted)},
        there as (select count(*)::int as n from grants x join wanted w on w.id = x.id where x.report_id = ${id}::uuid),
        g as (delete from grants x using wanted w, there where there.n = ${wanted.length} and x.id = w.id and x.report_id = ${id}::uuid
          returning x.id, x.report_id, x.subject, x.user_id, x.user_group_id, x.identity, x.filters, x.valid_until),
        a as (${auditEach(ctx, {
          what: 'grant.remove',
          row: sql`g.report_id`,
          facts: givenFacts({
            grant: sql`g.id`,
            subject: sql`g.subject`,
            user: sql`g.user_id`,
            userGroup: sql`g.user_group_id`,
            identity: sql`g.identity`,
            filters: sql`g.filters`,
            validUntil: sql`g.valid_until`,
          }),
          from: sql`g`,
        })})
      select there.n as there, (select count(*)::int from g) as removed from there`,
    ),
  ]);
  const [outcome] = rows;
  if (outcome?.there !== wanted.length) throw new AppError('not_found', undefined, { field: 'ids' });
  return { removed: outcome.removed };
});
