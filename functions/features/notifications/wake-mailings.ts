import type { SessionContext } from '../../request/context.ts';
import { sendMessage } from '../../request/messages.ts';

/** Wakes this tenant's mailings, so that people are notified now and not at the next tick of cron. */
export const wakeMailings = (ctx: SessionContext): void =>
  ctx.later(sendMessage(ctx.env, { kind: 'mailings', tenant: ctx.session.tenant }));
