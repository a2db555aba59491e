import { namedIn } from '../../../../domain/messages/audience.ts';
import { sendMessage } from '../../../request/messages.ts';
import { waitTurn, writeMessage } from '../../messages/index.ts';
import { endRun } from './finish.ts';
import type { Outcome, RunOf, Work } from './work.ts';

/**
 * Sends the task's message as its owner: its id is the run's, so that a second attempt finds what the first one wrote. The unit's limit of
 * messages to everyone holds for tasks, too.
 */
export async function sendNotification(work: Work, of: RunOf): Promise<Outcome> {
  const { run, task } = of;
  const { message } = task.options;
  if (!message) return endRun(work, of, { state: 'failed', reason: 'required' });
  const { audience, texts, mail } = message;
  const [, { rows }] = await work.database.withRun({ tenant: work.tenant, id: run.id }, (db) => [
    waitTurn(db),
    writeMessage(db, null, { id: run.id, mailingId: run.id, audience, texts, mail }, task.name),
  ]);
  const [outcome] = rows;
  if (outcome?.written || outcome?.there) {
    await sendMessage(work.env, { kind: 'mailings', tenant: work.tenant });
    return endRun(work, of, { state: 'succeeded', reason: null });
  }
  return endRun(work, of, { state: 'failed', reason: outcome?.known === namedIn(audience).length ? 'messages_limit' : 'not_found' });
}
