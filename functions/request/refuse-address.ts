import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import { AppError, type ErrorCode } from '../../domain/errors/catalogue.ts';
import { isAddressLetIn } from '../../domain/session/entry.ts';
import type { Context } from './context.ts';
import type { Claims, PlayerClaims } from './jwt.ts';

const refusedCall = raw('refuse.call', { call_refused: 'void' });
const refusedDisplay = raw('refuse.display', { display_refused: 'void' });
const refusedEmbed = raw('refuse.embed', { embed_refused: 'void' });

const letIn = (ctx: Context, exempt: boolean): boolean =>
  isAddressLetIn(ctx.tenant, { address: ctx.address, now: ctx.clock.now() }, exempt);

/**
 * Writes a refused call of a live session to the sign-in log, at most once a minute for each person and address. The person is taken from
 * the session.
 */
export const recordRefusedCall = (ctx: Context, sid: string, code: ErrorCode) =>
  ctx.database.withDoor((db) => [
    refusedCall(
      db,
      sql`select app.call_refused(${ctx.tenant.id}::uuid, ${sid}::uuid, ${code}, ${ctx.address}, ${ctx.agent}, ${ctx.requestId})`,
    ),
  ]);

const recordRefusedDisplay = (ctx: Context, device: string | null, code: ErrorCode) =>
  ctx.database.withDoor((db) => [
    refusedDisplay(db, sql`select app.display_refused(${ctx.tenant.id}::uuid, ${device}::uuid, ${code}, ${ctx.address}, ${ctx.requestId})`),
  ]);

/** Records a refused single-report embedded page: in its user's sign-in log, or in the audit log if it has no user. */
export const recordRefusedEmbed = (ctx: Context, sid: string | null, code: ErrorCode) =>
  ctx.database.withDoor((db) => [
    refusedEmbed(
      db,
      sql`select app.embed_refused(${ctx.tenant.id}::uuid, ${sid}::uuid, ${code}, ${ctx.address}, ${ctx.agent}, ${ctx.requestId})`,
    ),
  ]);

/** Checks a user's call against the allowed addresses, without asking the database (BEHAVIOUR 14). */
export function refuseAddress(ctx: Context, session: Pick<Claims, 'sid' | 'exempt'>): void {
  if (letIn(ctx, session.exempt === true)) return;
  ctx.later(recordRefusedCall(ctx, session.sid, 'ip_not_allowed'));
  throw new AppError('ip_not_allowed');
}

/** A display has no user, so no exemption applies. */
export function refuseDisplayAddress(ctx: Context, player: Pick<PlayerClaims, 'device'> | null): void {
  if (letIn(ctx, false)) return;
  ctx.later(recordRefusedDisplay(ctx, player?.device ?? null, 'ip_not_allowed'));
  throw new AppError('ip_not_allowed');
}

/** Checks an embedded page against the allowed addresses. Its user may be exempt; an anonymous page never is. */
export function refuseEmbedAddress(ctx: Context, exempt: boolean, sid: string | null): void {
  if (letIn(ctx, exempt)) return;
  ctx.later(recordRefusedEmbed(ctx, sid, 'ip_not_allowed'));
  throw new AppError('ip_not_allowed');
}
