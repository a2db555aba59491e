import type { Context } from '../../request/context.ts';
import { hashOf } from '../../services/ids.ts';

/** The hash of this browser's device cookie; null for a browser without one. */
export const deviceOf = async (ctx: Context): Promise<string | null> =>
  ctx.cookies.device && /^[\w-]{43}$/.test(ctx.cookies.device) ? await hashOf(ctx.cookies.device) : null;
