import type { MailFailure } from '../../../domain/mail/delivery.ts';
import type { Env } from '../../request/env.ts';
import { MailError } from '../../services/mail/port.ts';
import { platformSender, refusePrivate, type ServerRow, tenantSender } from './get-server.ts';

type One = {
  id: string;
  to: { name: string; email: string };
  message: { subject: string; text: string; html: string };
  /** The sender's name where the platform's server sends it. */
  sender: string;
  date: Date;
};

/** Hands one mail over at once: to the tenant's own server, or to the platform's. */
export async function sendOne(
  env: Env,
  { id, to, message, sender, date }: One,
  own: ServerRow | undefined,
): Promise<{ failure: MailFailure | null; answer: string }> {
  try {
    if (own) await refusePrivate(env, own.host, own.port);
    const { server, from } = own ? await tenantSender(env, own) : platformSender(env, sender);
    const { sendBySmtp } = await import('../../services/mail/smtp.ts');
    const messageId = `${id}@${from.email.split('@').at(-1)}`;
    return { failure: null, answer: await sendBySmtp(server, { from, to, ...message, messageId, date }, env.PRODUCT_HOST) };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { failure: error.failure, answer: error.answer };
  }
}
