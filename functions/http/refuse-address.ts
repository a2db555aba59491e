import { sql } from 'drizzle-orm';
import { AppError, type ErrorCode } from '../../domain/errors/catalogue.ts';
import { isAddressLetIn } from '../../domain/session/entry.ts';
import type { Context } from './context.ts';
import type { Claims, PlayerClaims } from './jwt.ts';

const letIn = (ctx: Context, exempt: boolean): boolean =>
  isAddressLetIn(ctx.tenant, { address: ctx.address, now: ctx.clock.now() }, exempt);

/** Writes a refusal of a living session to the record of sign-ins, once a minute for a person and an address; the session says whose it is. */
export const recordRefusedCall = (ctx: Context, sid: string, code: ErrorCode) =>
  ctx.database.withDoor((db) => [
    db.execute(sql`select app.call_refused(${ctx.tenant.id}::uuid, ${sid}::uuid, ${code}, ${ctx.address}, ${ctx.agent}, ${ctx.requestId})`),
  ]);

const recordRefusedDisplay = (ctx: Context, device: string | null, code: ErrorCode) =>
  ctx.database.withDoor((db) => [
    db.execute(sql`select app.display_refused(${ctx.tenant.id}::uuid, ${device}::uuid, ${code}, ${ctx.address}, ${ctx.requestId})`),
  ]);

/** Of a page of one report: in the record of its person, or in the audit where it is nobody's. */
export const recordRefusedEmbed = (ctx: Context, sid: string | null, code: ErrorCode) =>
  ctx.database.withDoor((db) => [
    db.execute(
      sql`select app.embed_refused(${ctx.tenant.id}::uuid, ${sid}::uuid, ${code}, ${ctx.address}, ${ctx.agent}, ${ctx.requestId})`,
    ),
  ]);

/** Every call of a person is held against the allowed addresses, without asking the database (BEHAVIOUR 14). */
export function refuseAddress(ctx: Context, session: Pick<Claims, 'sid' | 'exempt'>): void {
  if (letIn(ctx, session.exempt === true)) return;
  ctx.later(recordRefusedCall(ctx, session.sid, 'ip_not_allowed'));
  throw new AppError('ip_not_allowed');
}

/** A display is nobody, so that nobody exempts it. */
export function refuseDisplayAddress(ctx: Context, player: Pick<PlayerClaims, 'device'> | null): void {
  if (letIn(ctx, false)) return;
  ctx.later(recordRefusedDisplay(ctx, player?.device ?? null, 'ip_not_allowed'));
  throw new AppError('ip_not_allowed');
}

/** An embedded page is held against the allowed addresses too; its person may be exempt, nobody is not. */
export function refuseEmbedAddress(ctx: Context, exempt: boolean, sid: string | null): void {
  if (letIn(ctx, exempt)) return;
  ctx.later(recordRefusedEmbed(ctx, sid, 'ip_not_allowed'));
  throw new AppError('ip_not_allowed');
}
