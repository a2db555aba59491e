import { eq } from 'drizzle-orm';
import { mustHold } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { tasks, taskTriggers } from '../../../db/schema/automatic-actions.ts';
import { duplicateTask } from '../../../domain/automatic-actions/contract.ts';
import { taskFields } from '../../../domain/automatic-actions/fields.ts';
import { taskLimits } from '../../../domain/automatic-actions/limits.ts';
import { mayOwn } from '../../../domain/automatic-actions/run.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { pick } from '../../../domain/fields/fields.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyOfName } from '../../request/name-key.ts';
import { newId } from '../../services/ids.ts';
import { ownerOfCaller, refuseMore, roomForOne } from './add-task.ts';
import { getCalendar, readCalendar, readTriggers } from './found.ts';

const dayMs = 86_400_000;

/** A paused copy with the same triggers, for a year from now. */
export const duplicateOneTask = bind(duplicateTask, async ({ id: of }, ctx) => {
  const entry = getEntry(ctx, 'automation.manage');
  const [[stored], triggers, found] = await ctx.database.withTenant(entry, (db) => [
    db.select().from(tasks).where(eq(tasks.id, of)),
    readTriggers(db, of),
    readCalendar(db),
  ]);
  if (!stored) throw new AppError('not_found');
  if (!mayOwn(ctx.session, stored.action)) throw new AppError('gives_more');
  refuseMore(getCalendar(found, null).tasks);
  const now = ctx.clock.now();
  const id = newId(now);
  const name = `${stored.name.slice(0, taskLimits.nameLength - 4)} (2)`;
  const times = { startsAt: new Date(now).toISOString(), endsAt: new Date(now + taskLimits.activeDays * dayMs).toISOString() };
  await ctx.database.withTenant(entry, (db) => [
    mustHold(db, roomForOne),
    db.insert(tasks).values({
      ...pick(stored, ['type', 'action', ...taskFields]),
      ...{ id, name, sortKey: keyOfName(name), state: 'paused' },
      ...times,
      ...ownerOfCaller,
    }),
    db.insert(taskTriggers).values(triggers.map((one) => ({ ...one, id: newId(now), taskId: id, nextAt: null }))),
    audited(db, ctx, 'task.duplicate', id, { before: { name: stored.name }, after: { name } }),
  ]);
  return { id };
});
