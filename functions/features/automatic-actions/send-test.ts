import { eq } from 'drizzle-orm';
import { tasks } from '../../../db/schema/automatic-actions.ts';
import { sendTaskTest } from '../../../domain/automatic-actions/contract.ts';
import { wordsOfTask } from '../../../domain/automatic-actions/words-of-task.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { sendTest, testFacts } from '../messages/index.ts';

export const sendTestOfTask = bind(sendTaskTest, async ({ id, language }, ctx) => {
  const [me, tests, [row]] = await ctx.database.withTenant(getEntry(ctx, 'automation.manage'), (db) => [
    ...testFacts(db),
    db.select({ options: tasks.options }).from(tasks).where(eq(tasks.id, id)),
  ]);
  const texts = row && wordsOfTask(row.options, ctx.tenant.language);
  if (!texts) throw new AppError('not_found');
  return sendTest(ctx, 'automation.manage', [me, tests], { texts, language });
});
