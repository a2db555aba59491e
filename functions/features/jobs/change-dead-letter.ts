import { eq, type SQL, sql } from 'drizzle-orm';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { failedMessages } from '../../../db/schema/jobs.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { removeDeadLetter, retryDeadLetter } from '../../../domain/jobs/contract.ts';
import { isQueue, queues } from '../../../domain/jobs/queues.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';

const changeLetter = raw('jobs.change_letter', { queue: 'text?', body: 'jsonb' });

/** Changes one dead letter and its audit row in one statement; refused only if the letter is gone. */
async function change(ctx: SessionContext, what: 'job.retry' | 'job.leave', write: SQL) {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'jobs.manage'), (db) => [
    changeLetter(
      db,
      sql`with f as (${write} returning f.id, f.queue, f.kind, f.body, f.unit_name, f.last_error),
          a as (${auditEach(ctx, {
            what,
            row: sql`f.id`,
            facts: { name: sql`concat_ws(' · ', coalesce(f.body->>'job', f.kind), f.unit_name)`, reason: sql`f.last_error` },
            from: sql`f`,
          })})
        select f.queue, f.body from f`,
    ),
  ]);
  const [letter] = rows;
  if (!letter) throw new AppError('not_found');
  return letter;
}

const one = (id: string) => sql`f.id = ${id}::uuid and f.dead_at is not null`;

/**
 * Sends a letter back to its queue. Its row stays, hidden from the list, so that another failure adds to its record; a success deletes it.
 */
export const retryLetter = bind(retryDeadLetter, async ({ id }, ctx) => {
  const { queue, body } = await change(
    ctx,
    'job.retry',
    sql`update failed_messages f set dead_at = null where ${one(id)} and f.whole and f.queue is not null`,
  );
  // The message's time becomes the time of the retry.
  const message = body && typeof body === 'object' && 'at' in body ? { ...body, at: new Date(ctx.clock.now()).toISOString() } : body;
  try {
    if (!isQueue(queue)) throw new Error(`Unknown queue ${queue}`);
    await ctx.env[queues[queue].binding].send(message as never); // because a newer version may know more kinds
  } catch (error) {
    await ctx.database.withTenant(getEntry(ctx, 'jobs.manage'), (db) => [
      db.update(failedMessages).set({ deadAt: sql`app.now()` }).where(eq(failedMessages.id, id)),
    ]);
    throw error;
  }
  return { status: 'ok' as const };
});

export const leaveLetter = bind(removeDeadLetter, async ({ id }, ctx) => {
  await change(ctx, 'job.leave', sql`delete from failed_messages f where ${one(id)}`);
  return { status: 'ok' as const };
});
