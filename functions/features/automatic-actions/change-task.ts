import { and, eq } from 'drizzle-orm';
import { lockVersion, setOf } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { tasks } from '../../../db/schema/automatic-actions.ts';
import { changeTask } from '../../../domain/automatic-actions/contract.ts';
import { decideMove } from '../../../domain/automatic-actions/moves.ts';
import { nextRun } from '../../../domain/automatic-actions/recurrence.ts';
import { getTrigger } from '../../../domain/automatic-actions/trigger.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { cancelPlannedWindows } from '../maintenance/index.ts';
import { ownerOfCaller } from './add-task.ts';
import { getCalendar, moveTriggers, readCalendar, readTriggers } from './found.ts';
import { readStanding, toStanding } from './standing.ts';

export const changeOneTask = bind(changeTask, async ({ id, action }, ctx) => {
  const entry = getEntry(ctx, 'automation.manage');
  const [[stored], triggers, calendarFound, standingFound] = await ctx.database.withTenant(entry, (db) => [
    db.select().from(tasks).where(eq(tasks.id, id)),
    readTriggers(db, id),
    readCalendar(db),
    readStanding(db, id),
  ]);
  const standing = toStanding(standingFound);
  if (!stored || !standing) throw new AppError('not_found');
  const now = new Date(ctx.clock.now());
  const plan = planOrThrow(decideMove(action, { ...stored, standing }, ctx.session, now));
  const active = { from: new Date(stored.startsAt), until: plan.endsAt ?? new Date(stored.endsAt) };
  const calendar = getCalendar(calendarFound, stored.zone);
  const isActive = plan.state === 'active';
  const next = triggers.map((one) => {
    const isDue = stored.state === 'active' && one.nextAt !== null && new Date(one.nextAt) <= now;
    return { id: one.id, isDue, nextAt: isActive ? nextRun(getTrigger(one), now, calendar, active) : null };
  });
  if (isActive && stored.state !== 'active' && next.every(({ nextAt }) => nextAt === null)) throw new AppError('task_state');
  const row = {
    state: plan.state,
    reason: plan.state === 'suspended' ? stored.reason : null,
    failures: plan.state === 'active' && stored.state !== 'active' ? 0 : stored.failures,
    version: stored.version + 1,
    ...(plan.endsAt && { endsAt: plan.endsAt.toISOString(), endsTold: null }),
    ...(plan.takesOver && ownerOfCaller),
  };
  const facts = ({ state, endsAt }: { state: string; endsAt: string }) => ({ state, endsAt: toIso(endsAt) });
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, tasks, and(eq(tasks.id, id), eq(tasks.version, stored.version))),
    ...(isActive ? [] : [cancelPlannedWindows(db, id)]),
    db.update(tasks).set(setOf(tasks, row)).where(eq(tasks.id, id)),
    // A run that is due and not claimed yet stays.
    ...(isActive
      ? [
          moveTriggers(
            db,
            next.filter(({ isDue }) => !isDue),
          ),
        ]
      : []),
    audited(db, ctx, `task.${action}`, id, { before: facts(stored), after: facts({ ...stored, ...row }) }),
  ]);
  const times = next.flatMap(({ nextAt }) => nextAt?.getTime() ?? []);
  return {
    state: plan.state,
    nextAt: times.length > 0 ? new Date(Math.min(...times)).toISOString() : null,
    endsAt: toIso(row.endsAt ?? stored.endsAt),
  };
});
