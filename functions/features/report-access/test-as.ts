import { sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { testAs } from '../../../domain/report-access/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { embedQueries, factsIn, getIdentity, handOut, preventedBy } from '../reports/index.ts';

const recordTest = raw('report_access.test_as', { id: 'uuid', name: 'text' });

/** The report under another user's identity, for its administrators (REPORT_SERVICE 1.5); the test itself is recorded. */
export const testReportAs = bind(testAs, async ({ id, userId }, ctx) => {
  const viewer = { userId, seesAll: sql`(p.profile <> 'user')` };
  const [found, accounts, cached, people] = await ctx.database.withTenant(
    getEntry(ctx, 'grants.manage'),
    (db) =>
      [
        ...embedQueries(db, ctx, { reportId: id, viewer, rights: 'view' }),
        recordTest(
          db,
          sql`with t as (select u.id, u.name, r.id as report_id from users u join reports r on r.tenant_id = u.tenant_id
              where u.id = ${userId}::uuid and u.status in ('A','T') and r.id = ${id}::uuid),
            a as (${auditEach(ctx, {
              what: 'report.test_as',
              row: sql`t.report_id`,
              facts: { user: sql`t.id`, name: sql`t.name` },
              from: sql`t`,
            })})
          select t.id, t.name from t`,
        ),
      ] as const,
  );
  const [person] = people.rows;
  if (!person) throw new AppError('not_found');
  const facts = factsIn([found, accounts, cached]);
  const refused = facts ? preventedBy(facts, ctx, facts.person_profile) : ('not_found' as const);
  const answer = facts ? getIdentity(facts) : null;
  return {
    person,
    identity: answer?.kind === 'as' ? answer.identity : null,
    refused,
    embed: facts && !refused ? await handOut(ctx, 'grants.manage', facts, 'view') : null,
  };
});
