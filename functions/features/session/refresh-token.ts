import { isProfile } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { refreshToken } from '../../../domain/session/contract.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { getPurpose } from '../../request/jwt.ts';
import { recordRefusedEmbed, refuseDisplayAddress, refuseEmbedAddress } from '../../request/refuse-address.ts';
import { limitsRefuse } from './admit.ts';
import { readEmbedPerson, readPlayer } from './session.sql.ts';
import { tokenOfSession } from './token-of-session.ts';

/** A new token with the current permissions, while the session's row exists (ARCHITECTURE 10). */
export const renewToken = bind(refreshToken, async (_input, ctx) => {
  if (!ctx.bearer) throw new AppError('token_invalid');
  if (getPurpose(ctx.bearer) === 'playlist') return { token: await renewPlayer(ctx, ctx.bearer) };
  if (getPurpose(ctx.bearer) === 'embedded') return { token: await renewEmbedded(ctx, ctx.bearer) };
  const claims = await ctx.tokens.verify(ctx.bearer, ctx.host, ctx.clock.now(), true);
  if (claims.tenant !== ctx.tenant.id) throw new AppError('token_invalid');
  const { token } = await tokenOfSession(ctx, claims.sid, claims.sub);
  return { token };
});

/** The same for a display: its player is active, its device isn't revoked, and its link hasn't been renewed since (BEHAVIOUR 6). */
async function renewPlayer(ctx: Context, bearer: string): Promise<string> {
  const claims = await ctx.tokens.verifyPlayer(bearer, ctx.host, ctx.clock.now(), true);
  if (claims.tenant !== ctx.tenant.id) throw new AppError('token_invalid');
  refuseDisplayAddress(ctx, claims);
  const [{ rows }] = await ctx.database.withDoor((db) => [readPlayer(db, claims.sid)]);
  const [facts] = rows;
  if (!facts || facts.tenant_id !== ctx.tenant.id || facts.device_id !== claims.device) throw new AppError('session_gone');
  if (facts.state !== 'ok') throw new AppError(facts.state);
  return ctx.tokens.signPlayer({ sid: claims.sid, device: claims.device, tenant: claims.tenant }, ctx.host, ctx.clock.now());
}

/** The same for an embedded page of one report: its key isn't revoked, and its user is still admitted. */
async function renewEmbedded(ctx: Context, bearer: string): Promise<string> {
  const { sid, report, tenant } = await ctx.tokens.verifyEmbedded(bearer, ctx.host, ctx.clock.now(), true);
  if (tenant !== ctx.tenant.id) throw new AppError('token_invalid');
  const [{ rows }] = await ctx.database.withDoor((db) => [readEmbedPerson(db, tenant, sid)]);
  const [facts] = rows;
  if (!facts || facts.report_id !== report) throw new AppError('session_gone');
  if (facts.state !== 'ok') throw new AppError(facts.state);
  refuseEmbedAddress(ctx, facts.exempt, sid);
  const { profile, flags, access_hours: hours, exempt } = facts;
  // The access hours end it like the user's own session; a page without a user has none.
  const refusal =
    profile && isProfile(profile) ? limitsRefuse(ctx, { profile, flags: flags ?? [], ip_exempt: exempt, access_hours: hours }) : null;
  if (refusal) {
    ctx.later(recordRefusedEmbed(ctx, sid, refusal));
    throw new AppError(refusal);
  }
  return ctx.tokens.signEmbedded({ sid, report, tenant, exempt }, ctx.host, ctx.clock.now());
}
