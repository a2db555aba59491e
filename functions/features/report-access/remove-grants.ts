import { and, eq, sql } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { grants } from '../../../db/schema/report-access.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { removeGrants } from '../../../domain/report-access/contract.ts';
import { refuseRemoving } from '../../../domain/report-access/many-grants.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idsIn } from '../../request/id-rows.ts';
import { orGone } from '../../request/lost-race.ts';

const record = raw('grants.record_removed', {});

/** Several at once, all or none: one id that isn't a grant of this report leaves everything unchanged. */
export const removeManyGrants = bind(removeGrants, async ({ id, ids }, ctx) => {
  const wanted = [...new Set(ids)];
  const entry = getEntry(ctx, 'grants.manage');
  const removed = and(eq(grants.reportId, id), sql`${grants.id} in (${idsIn(wanted)})`);
  const locked = (db: Db) => db.select({ id: grants.id }).from(grants).where(removed).orderBy(grants.id).for('update');
  const [stored] = await ctx.database.withTenant(entry, (db) => [db.select({ id: grants.id }).from(grants).where(removed)]);
  throwIfRefused(refuseRemoving(wanted, stored.length));

  const write = ctx.database.withTenant(entry, (db) => [
    // No one else has removed one since. Locking in id order keeps concurrent calls from deadlocking.
    mustHold(db, sql`(select count(*) from ${locked(db)} l) = ${wanted.length}`),
    record(
      db,
      auditEach(ctx, {
        what: 'grant.remove',
        row: sql`${grants.reportId}`,
        facts: givenFacts({
          ...{
            grant: sql`${grants.id}`,
            subject: sql`${grants.subject}`,
            user: sql`${grants.userId}`,
            userGroup: sql`${grants.userGroupId}`,
          },
          ...{ identity: sql`${grants.identity}`, filters: sql`${grants.filters}`, validUntil: sql`${grants.validUntil}` },
        }),
        from: sql`${grants}`,
        where: sql`${removed}`,
      }),
    ),
    db.delete(grants).where(removed),
  ]);
  await orGone(write, 'ids');
  return { removed: wanted.length };
});
