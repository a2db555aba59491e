import type { Context } from '../../request/context.ts';
import { getHash } from '../../services/ids.ts';

/** The hash of this browser's device cookie; null for a browser without one. */
export const getDevice = async (ctx: Context): Promise<string | null> =>
  ctx.cookies.device && /^[\w-]{43}$/.test(ctx.cookies.device) ? await getHash(ctx.cookies.device) : null;
