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

/** Writes a refusal of a living session to the record of sign-ins, once a minute for a person and an address; the session says whose it is. */
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

/** Of an embedded page of one report: in the sign-in log of its person, or in the audit log where it has none. */
export const recordRefusedEmbed = (ctx: Context, sid: string | null, code: ErrorCode) =>
  ctx.database.withDoor((db) => [
    refusedEmbed(
      db,
      sql`select app.embed_refused(${ctx.tenant.id}::uuid, ${sid}::uuid, ${code}, ${ctx.address}, ${ctx.agent}, ${ctx.requestId})`,
    ),
  ]);

/** Every call of a person is held against the allowed addresses, without asking the database (BEHAVIOUR 14). */
export function refuseAddress(ctx: Context, session: Pick<Claims, 'sid' | 'exempt'>): void {
  if (letIn(ctx, session.exempt === true)) return;
  ctx.later(recordRefusedCall(ctx, session.sid, 'ip_not_allowed'));
  throw new AppError('ip_not_allowed');
}

/** A display has no person, so there is no exemption. */
export function refuseDisplayAddress(ctx: Context, player: Pick<PlayerClaims, 'device'> | null): void {
  if (letIn(ctx, false)) return;
  ctx.later(recordRefusedDisplay(ctx, player?.device ?? null, 'ip_not_allowed'));
  throw new AppError('ip_not_allowed');
}

/** An embedded page is held against the allowed addresses too; its person may be exempt, a page without one is not. */
export function refuseEmbedAddress(ctx: Context, exempt: boolean, sid: string | null): void {
  if (letIn(ctx, exempt)) return;
  ctx.later(recordRefusedEmbed(ctx, sid, 'ip_not_allowed'));
  throw new AppError('ip_not_allowed');
}
