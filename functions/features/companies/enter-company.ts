import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isProfile } from '../../../domain/access/profile.ts';
import { enterCompany } from '../../../domain/companies/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { signInOutcome } from '../../../domain/session/sign-in.ts';
import { bind } from '../../http/bind.ts';
import { newId, sha256, toHex } from '../../services/ids.ts';
import { wakeOutboxOf } from '../mail/index.ts';
import { actAsAnswer } from '../remote-access/index.ts';
import { type StarterFacts, startSession } from '../session/index.ts';

type Arrived = StarterFacts & {
  status: string;
  tenant_status: string;
  trial_over: boolean;
  maintained: boolean;
};

/** Trip 1 uses the token and reads who it is for, trip 2 starts the session; a refusal is worded like that of a sign-in. */
export const arriveAtCompany = bind(enterCompany, async ({ token }, ctx) => {
  const hash = toHex(await sha256(token));
  const sid = newId(ctx.clock.now());
  // A ticket is for one of two things: a person's own unit, or a partner's visit. Each is used by its own rule alone.
  const [rows, visits] = await ctx.database.withPublic((db) => [
    db.execute(sql`select * from app.arrive(${ctx.tenant.id}::uuid, ${hash}::bytea, ${ctx.host})`),
    db.execute(
      sql`select app.partner_arrive(${ctx.tenant.id}::uuid, ${hash}::bytea, ${ctx.host}, ${sid}::uuid, ${ctx.address}, ${ctx.requestId}) as visiting`,
    ),
  ]);
  if (rowsOf<{ visiting: boolean }>(visits)[0]?.visiting) {
    wakeOutboxOf(ctx, ctx.tenant.id);
    return actAsAnswer(ctx, sid);
  }
  const [who] = rowsOf<Arrived>(rows);
  if (!who || !isProfile(who.profile)) throw new AppError('link_used');
  const { tenant_status: tenantStatus, trial_over: trialOver, maintained, status, user_id: userId } = who;
  const outcome = signInOutcome({ userId, status, tenantStatus, trialOver, maintained }, true);
  if (outcome !== 'ok') throw new AppError(outcome);
  return startSession(ctx, { ...who, profile: who.profile }, { known: false, authType: 'company' });
});
