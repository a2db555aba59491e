import type { Context } from '../../http/context.ts';
import { hashOf } from '../../services/ids.ts';

/** The hash of this browser's cookie, by which it is known; null for a browser that has none. */
export const deviceOf = async (ctx: Context): Promise<string | null> =>
  ctx.cookies.device && /^[\w-]{43}$/.test(ctx.cookies.device) ? await hashOf(ctx.cookies.device) : null;
