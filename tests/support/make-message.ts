import { query } from './database.ts';
import { makeId } from './make-id.ts';

export const messageText = (text: string) => [{ type: 'p', content: [{ text }] }];

type Options = { to?: readonly { id: string }[]; subject?: string; minutesAgo?: number; audience?: object; done?: boolean };

/** A message that was sent, in the inboxes of these people. */
export async function makeMessage(tenant: { id: string }, sender: { id: string }, options: Options = {}): Promise<{ id: string }> {
  const { to = [], subject = 'Fechamento', minutesAgo = 0, audience = { type: 'all' }, done = true } = options;
  const [id, mailing] = [makeId(), makeId()];
  const texts = { 'pt-BR': { subject, body: messageText('O fechamento é na sexta.') } };
  await query(
    `insert into messages (tenant_id, id, sender_id, audience, texts, mailing_id, sent_at)
      values ($1, $2, $3, $4, $5, $6, app.now() - make_interval(mins => $7::int))`,
    [tenant.id, id, sender.id, JSON.stringify(audience), JSON.stringify(texts), mailing, String(minutesAgo)],
  );
  await query(
    `insert into mailings (tenant_id, id, kind, source_id, audience, vars, link, by_user_id, state, told)
      values ($1, $2, 'announcement', $3, $4, '{"mail": true}', '/notifications?message=' || $3::uuid, $5, $6, $7::int)`,
    [tenant.id, mailing, id, JSON.stringify(audience), sender.id, done ? 'done' : 'queued', String(to.length)],
  );
  for (const person of to)
    await query(
      `insert into notifications (tenant_id, id, user_id, kind, vars, link, mailing_id, message_id)
        values ($1, gen_random_uuid(), $2, 'announcement', '{}', '/notifications?message=' || $4::uuid, $3, $4)`,
      [tenant.id, person.id, mailing, id],
    );
  return { id };
}
