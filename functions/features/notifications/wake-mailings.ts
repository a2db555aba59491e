import type { SessionContext } from '../../http/context.ts';
import { sendMessage } from '../../http/messages.ts';

/** Says that this tenant has a mailing to tell, so that people are told now and not at the next tick of cron. */
export const wakeMailings = (ctx: SessionContext): void =>
  ctx.later(sendMessage(ctx.env, { kind: 'mailings', tenant: ctx.session.tenant }));
