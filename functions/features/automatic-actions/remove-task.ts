import { eq } from 'drizzle-orm';
import { lockVersion } from '../../../db/assertions.ts';
import { audited } from '../../../db/audited.ts';
import { tasks } from '../../../db/schema/automatic-actions.ts';
import { removeTask } from '../../../domain/automatic-actions/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { normalName } from '../../../domain/text/name.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { cancelPlannedWindows } from '../maintenance/index.ts';
import { readTriggers } from './found.ts';
import { factsOfTask } from './task-facts.ts';

/** Triggers and runs go with it; what its runs did stays. */
export const removeOneTask = bind(removeTask, async ({ id, name }, ctx) => {
  const entry = getEntry(ctx, 'automation.manage');
  const [[stored], triggers] = await ctx.database.withTenant(entry, (db) => [
    db.select().from(tasks).where(eq(tasks.id, id)),
    readTriggers(db, id),
  ]);
  if (!stored) throw new AppError('not_found');
  if (normalName(name) !== stored.name) throw invalidInput('name');
  await ctx.database.withTenant(entry, (db) => [
    lockVersion(db, tasks, eq(tasks.id, id)),
    cancelPlannedWindows(db, id),
    db.delete(tasks).where(eq(tasks.id, id)),
    audited(db, ctx, 'task.remove', id, {
      before: factsOfTask(
        stored,
        triggers.map(({ id: _id, nextAt: _next, ...one }) => one),
      ),
    }),
  ]);
  return { status: 'ok' as const };
});
