import { and, eq, isNull, sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { auditEach, auditedAct, givenFacts } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { grants } from '../../../db/schema/report-access.ts';
import { reports } from '../../../db/schema/reports.ts';
import { userGroups } from '../../../db/schema/user-groups.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { takeReports } from '../../../domain/user-groups/contract.ts';
import { refuseTaking } from '../../../domain/user-groups/reports.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idsIn } from '../../request/id-rows.ts';
import { maxTold } from './rows.ts';

const record = raw('user_groups.record_taken', {});

/** Several at once, all or none; recorded at each report and at the group. */
export const takeManyReports = bind(takeReports, async ({ id, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const entry = getEntry(ctx, 'grants.manage');
  const taken = and(eq(grants.userGroupId, id), sql`${grants.id} in (${idsIn(wanted)})`);
  const [group, stored] = await ctx.database.withTenant(entry, (db) => [
    db
      .select({ id: userGroups.id })
      .from(userGroups)
      .where(and(eq(userGroups.id, id), isNull(userGroups.deletedAt))),
    db
      .select({ title: reports.title })
      .from(grants)
      .innerJoin(reports, and(eq(reports.tenantId, grants.tenantId), eq(reports.id, grants.reportId)))
      .where(taken)
      .orderBy(reports.sortKey, reports.id),
  ]);
  throwIfRefused(refuseTaking(wanted, { group: group.length === 1, grants: stored.length }));

  await ctx.database.withTenant(entry, (db) => [
    // No one else has taken one since. Locking in id order keeps concurrent calls from deadlocking.
    mustHold(
      db,
      sql`(select count(*) from ${db.select({ id: grants.id }).from(grants).where(taken).orderBy(grants.id).for('update')} l) = ${wanted.length}`,
    ),
    record(
      db,
      auditEach(ctx, {
        what: 'grant.remove',
        row: sql`${grants.reportId}`,
        facts: givenFacts({
          ...{ grant: sql`${grants.id}`, subject: 'group', userGroup: sql`${grants.userGroupId}` },
          ...{ identity: sql`${grants.identity}`, filters: sql`${grants.filters}`, validUntil: sql`${grants.validUntil}` },
        }),
        from: sql`${grants}`,
        where: sql`${taken}`,
      }),
    ),
    db.delete(grants).where(taken),
    auditedAct(db, ctx, 'user_group.reports_remove', id, {
      count: stored.length,
      names: stored.slice(0, maxTold).map(({ title }) => title),
    }),
  ]);
  return { removed: wanted.length };
});
