import { eq, sql } from 'drizzle-orm';
import { auditedByTask } from '../../../../db/audited.ts';
import { notices } from '../../../../db/schema/notices.ts';
import { tenants } from '../../../../db/schema/tenants.ts';
import type { Ended } from '../../../../domain/automatic-actions/run.ts';
import { decideAdd } from '../../../../domain/notices/edit.ts';
import { countGroups, countOpen, groupsIn, insertNotice } from '../../notices/index.ts';
import { endRun, finish } from './finish.ts';
import type { RunOf, Work } from './work.ts';

const hourMs = 3_600_000;
const succeeded: Ended = { state: 'succeeded', reason: null };

/**
 * Posts the task's notice as its owner, from now on for as many hours as the task says, by the rule of the form (`decideAdd`). The notice's
 * id is the run's, so that a second attempt finds what the first one wrote.
 */
export async function publishNotice(work: Work, of: RunOf): Promise<Ended> {
  const { database, tenant, now } = work;
  const { run, task } = of;
  const { notice } = task.options;
  if (!notice) return endRun(work, of, { state: 'failed', reason: 'required' });
  const { hours, names: _names, ...words } = notice;
  const groups = groupsIn(words.audience);
  const [[there], [unit], [open], [named]] = await database.withJob(tenant, (db) => [
    db.select({ id: notices.id }).from(notices).where(eq(notices.id, run.id)),
    db
      .select({ kind: sql<'unit' | 'partner' | 'platform'>`${tenants.kind}` })
      .from(tenants)
      .where(eq(tenants.id, tenant)),
    countOpen(db),
    countGroups(db, groups),
  ]);
  if (there) return endRun(work, of, succeeded);
  if (named?.known !== groups.length) return endRun(work, of, { state: 'failed', reason: 'not_found' });
  const asked = { ...words, startsAt: null, endsAt: new Date(now.getTime() + hours * hourMs).toISOString() };
  const decided = decideAdd(asked, open?.count ?? 0, unit?.kind ?? 'unit', now.getTime());
  if ('refused' in decided) return endRun(work, of, { state: 'failed', reason: decided.refused });
  const { row, change } = decided;
  await database.withRun({ tenant, id: run.id }, (db) => [
    ...insertNotice(db, run.id, row, true),
    auditedByTask(db, task.name, 'notice.add', run.id, change),
    finish(db, of, succeeded),
  ]);
  return succeeded;
}
