import { nextTaskRuns } from '../../../domain/automatic-actions/contract.ts';
import { getActiveTime, getTriggers, nextOfAll } from '../../../domain/automatic-actions/edit.ts';
import { storedTrigger } from '../../../domain/automatic-actions/trigger.ts';
import { planOrThrow } from '../../../domain/errors/refusal.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getCalendar, readCalendar } from './found.ts';

const shown = 5;

export const readNextRuns = bind(nextTaskRuns, async ({ startsAt, endsAt, zone, triggers }, ctx) => {
  const [found] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [readCalendar(db)]);
  const calendar = getCalendar(found, zone);
  const now = new Date(ctx.clock.now());
  // The form of a task that has begun sends its start.
  const stored = startsAt === null ? undefined : { startsAt: new Date(startsAt), endsAt: now };
  const active = planOrThrow(getActiveTime({ startsAt, endsAt }, now, stored));
  // A date that is over is refused when it is saved; an edited task may still have one.
  const plan = planOrThrow(getTriggers(triggers, active, calendar, now, triggers.map(storedTrigger)));
  const runs = nextOfAll(
    plan.triggers.map((trigger) => trigger.stored),
    active,
    calendar,
    now,
    shown,
  );
  return { runs: runs.map((run) => run.toISOString()), zone: calendar.zone };
});
