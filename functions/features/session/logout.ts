import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { logout } from '../../../domain/session/contract.ts';
import { bind } from '../../http/bind.ts';
import { purposeOf } from '../../http/jwt.ts';

/** Ends the session on the server; a token past its end still ends it, a forged one ends nothing. Always answers ok. */
export const signOut = bind(logout, async (_input, ctx) => {
  if (!ctx.bearer) return { status: 'ok' as const };
  const display = purposeOf(ctx.bearer) === 'playlist';
  const verify = display ? ctx.tokens.verifyPlayer : ctx.tokens.verify;
  const claims = await verify(ctx.bearer, ctx.host, ctx.clock.now(), true).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  const end = display ? sql`app.player_end` : sql`app.session_end`;
  if (claims)
    await ctx.database.withPublic((db) => [db.execute(sql`select ${end}(${claims.sid}::uuid, ${ctx.address}, ${ctx.requestId})`)]);
  return { status: 'ok' as const };
});
