import { sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { logout } from '../../../domain/session/contract.ts';
import { bind } from '../../request/bind.ts';
import { getPurpose } from '../../request/jwt.ts';
import { getHash } from '../../services/ids.ts';
import { endSession } from './session.sql.ts';

/**
 * Ends the session on the server; an expired token still ends it, a forged one ends nothing. Always answers ok, with the address to
 * continue at so that the provider that began the session ends its own (single logout).
 */
export const signOut = bind(logout, async (_input, ctx) => {
  if (!ctx.bearer) return { status: 'ok' as const };
  const purpose = getPurpose(ctx.bearer);
  const { verify, verifyPlayer, verifyEmbedded } = ctx.tokens;
  const check = { session: verify, playlist: verifyPlayer, embedded: verifyEmbedded }[purpose];
  const claims = await check(ctx.bearer, ctx.host, ctx.clock.now(), true).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!claims) return { status: 'ok' as const };
  const by = sql`${ctx.address}, ${ctx.requestId}`;
  const end = {
    session: sql`app.session_end(${claims.sid}::uuid, ${by})`,
    playlist: sql`app.player_end(${claims.sid}::uuid, ${by})`,
    embedded: sql`app.embed_end(${claims.tenant}::uuid, ${claims.sid}::uuid, ${by})`,
  }[purpose];
  const named = await getHash(claims.sid);
  const [{ rows }] = await ctx.database.withDoor((db) => [endSession(db, ctx, end, named)]);
  const provider = rows[0]?.provider;
  if (!provider) return { status: 'ok' as const };
  const { farewell } = await import('./farewell.ts');
  // The session here is over, whatever happens to the provider's.
  const url = await farewell(ctx, provider).catch(() => null);
  return { status: 'ok' as const, ...(url && { url }) };
});
