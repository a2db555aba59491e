import { isReach, isVia } from '../../../domain/access/acting.ts';
import { isProfile } from '../../../domain/access/profile.ts';
import { isSessionKind } from '../../../domain/access/session-kinds.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { SessionUser } from '../../../domain/session/contract.ts';
import type { Context } from '../../request/context.ts';
import { recordRefusedCall } from '../../request/refuse-address.ts';
import { limitsRefuse } from './admit.ts';
import { presentUser } from './present.ts';
import { readEmbed, readSession, type SessionFacts } from './session.sql.ts';

type Held = { token: string; user: SessionUser };

/**
 * A token of an active session with the current permissions, on its own host; for an act-as session also who acts, with which scope and
 * until when.
 */
export async function tokenOfSession(ctx: Context, sid: string, of?: string): Promise<Held> {
  const [result, embeds] = await ctx.database.withDoor((db) => [readSession(db, sid), readEmbed(db, ctx, sid)]);
  const [embed] = embeds.rows;
  // A session for one report never gets access to more.
  if (embed?.report_id) throw new AppError('session_gone');
  return tokenOfFacts(ctx, sid, result, of);
}

/** The same from facts that a transaction has read already. */
export async function tokenOfFacts(ctx: Context, sid: string, { rows: [facts] }: { rows: SessionFacts[] }, of?: string): Promise<Held> {
  if (
    !facts ||
    facts.tenant_id !== ctx.tenant.id ||
    (of !== undefined && facts.user_id !== of) ||
    !isProfile(facts.profile) ||
    !isSessionKind(facts.kind)
  )
    throw new AppError('session_gone');
  if (facts.state !== 'ok') throw new AppError(facts.state);
  const { kind, profile, flags, hidden, actor, reach, via } = facts;
  // Addresses and hours are checked whenever a token is issued, in an act-as session for the acting user too (BEHAVIOUR 1).
  const refusal = limitsRefuse(ctx, { ...facts, profile });
  if (refusal) {
    ctx.later(recordRefusedCall(ctx, sid, refusal));
    throw new AppError(refusal);
  }
  const acting = actor && isReach(reach) && isVia(via) ? { reach, via, until: Math.floor(Date.parse(facts.until) / 1000) } : undefined;
  const token = await ctx.tokens.sign(
    {
      sid,
      sub: facts.user_id,
      tenant: facts.tenant_id,
      kind,
      profile,
      flags,
      hidden,
      ver: Number(facts.rights),
      act: acting ? actor : null,
      acting,
      exempt: facts.ip_exempt,
    },
    ctx.host,
    ctx.clock.now(),
  );
  return { token, user: presentUser({ ...facts, id: facts.user_id, profile }, ctx.tenant) };
}
