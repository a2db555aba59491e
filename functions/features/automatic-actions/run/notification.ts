import type { Ended } from '../../../../domain/automatic-actions/run.ts';
import { namedIn } from '../../../../domain/messages/audience.ts';
import { sendMessage } from '../../../request/messages.ts';
import { waitTurn, writeMessage } from '../../messages/index.ts';
import { finish } from './finish.ts';
import type { Outcome, RunOf, Work } from './work.ts';

/**
 * Sends the task's message as its owner: its id is the run's, so that a second attempt finds what the first one wrote. The unit's limit of
 * messages to everyone holds for tasks, too.
 */
export async function sendNotification(work: Work, of: RunOf): Promise<Outcome> {
  const { run, task } = of;
  const { message } = task.options;
  if (!message) return end({ state: 'failed', reason: 'required' });
  const { audience, texts, mail } = message;
  const [, { rows }] = await work.database.withRun({ tenant: work.tenant, id: run.id }, (db) => [
    waitTurn(db),
    writeMessage(db, null, { id: run.id, mailingId: run.id, audience, texts, mail }, task.name),
  ]);
  const [outcome] = rows;
  if (outcome?.written || outcome?.there) {
    await sendMessage(work.env, { kind: 'mailings', tenant: work.tenant });
    return end({ state: 'succeeded', reason: null });
  }
  return end({ state: 'failed', reason: outcome?.known === namedIn(audience).length ? 'messages_limit' : 'not_found' });

  async function end(ended: Ended): Promise<Ended> {
    await work.database.withJob(work.tenant, (db) => [finish(db, of, ended)]);
    return ended;
  }
}
