import type { Context, SessionContext } from '../../request/context.ts';
import { sendMessage } from '../../request/messages.ts';

/** A short delay in which everything that one action causes is collected into one run. */
const delaySeconds = 1;

/** Wakes the delivery for this tenant, so that new mail leaves now and not at the next tick of cron. */
export const wakeOutbox = (ctx: SessionContext): void => wakeTenantOutbox(ctx, ctx.session.tenant);

/** The same for a call without a session. */
export function wakeTenantOutbox(ctx: Context, tenant: string): void {
  ctx.later(sendMessage(ctx.env, { kind: 'outbox', tenant }, delaySeconds));
}
