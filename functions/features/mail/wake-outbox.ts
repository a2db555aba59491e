import type { Context, SessionContext } from '../../http/context.ts';
import { sendMessage } from '../../http/messages.ts';

/** A moment in which what one action causes comes together, so that it is looked for once. */
const delaySeconds = 1;

/** Says that this tenant's outbox has something new: what a verb wrote leaves now and not at the next tick of cron. */
export const wakeOutbox = (ctx: SessionContext): void => wakeOutboxOf(ctx, ctx.session.tenant);

/** The same for a call without a session. */
export function wakeOutboxOf(ctx: Context, tenant: string): void {
  ctx.later(sendMessage(ctx.env, { kind: 'outbox', tenant }, delaySeconds));
}
