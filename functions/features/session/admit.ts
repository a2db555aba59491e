import { isProfile, type Profile } from '../../../domain/access/profile.ts';
import { AppError, type ErrorVars } from '../../../domain/errors/catalogue.ts';
import { entryRefusal } from '../../../domain/session/entry.ts';
import { signInOutcome } from '../../../domain/session/sign-in.ts';
import type { SignInOutcome } from '../../../domain/sign-ins/words.ts';
import type { AccessHours } from '../../../domain/users/access-hours.ts';
import { hoursOpen } from '../../../domain/users/access-hours.ts';
import type { Context } from '../../http/context.ts';
import { refuseProof } from './session.sql.ts';
import { type StarterFacts, startSession, type Way } from './start-session.ts';

/** What limits where and when somebody comes in, as the step that proved somebody tells it. */
export type Limited = { ip_exempt?: boolean; access_hours?: AccessHours };

/** Whom a way in has proved somebody to be, and what decides whether he may come in. */
export type Entrant = StarterFacts &
  Limited & {
    account_id: string | null;
    status: string;
    tenant_status: string;
    trial_over: boolean;
    maintained: boolean;
  };

/**
 * The one door behind every way in (Spec 4 and 8): whoever was proved to be somebody by a password, a key, another unit or a provider is
 * refused or admitted here by the same rules, and a refusal is recorded. One trip.
 */
export async function admit(ctx: Context, entrant: Entrant, way: Way) {
  const { profile, status, tenant_status: tenantStatus, trial_over: trialOver, maintained, user_id: userId } = entrant;
  if (!isProfile(profile)) throw new AppError('error_user_or_password');
  const outcome = signInOutcome({ userId, status, tenantStatus, trialOver, maintained }, true);
  const step = way.step ?? way.proof;
  const refusal = outcome === 'ok' ? limitsRefuse(ctx, { ...entrant, profile }) : outcome;
  if (refusal) {
    if (refusal !== 'not_found_companies') ctx.later(recordRefusal(ctx, step, refusal));
    throw new AppError(refusal, refusal === 'horario_not_allowed' ? hoursOf(ctx, entrant) : undefined);
  }
  return startSession(ctx, { ...entrant, profile }, way).catch((error: unknown) => {
    // An administrator is to readmit the person: the log of sign-ins says who waits.
    if (error instanceof AppError && error.code === 'account_waits') ctx.later(recordRefusal(ctx, step, 'account_waits'));
    throw error;
  });
}

/** Whether this is no address or no hour for him; a way in that did not read what limits him lets nobody in. */
export function limitsRefuse(ctx: Context, facts: Limited & { profile: Profile; flags: string[] }) {
  const { profile, flags, ip_exempt: ipExempt, access_hours: hours } = facts;
  if (ipExempt === undefined || hours === undefined) throw new Error('the limits of who comes in were not read');
  return entryRefusal({ profile, flags, ipExempt, hours }, ctx.tenant, { address: ctx.address, now: ctx.clock.now() });
}

/** Who was proved to be somebody is told when to come back: the hours, and when they open next. */
function hoursOf(ctx: Context, { access_hours: hours = null }: Limited): ErrorVars {
  const opens = hoursOpen(hours, new Date(ctx.clock.now()), ctx.tenant.zone);
  return { hours: JSON.stringify(hours ?? []), zone: ctx.tenant.zone, ...(opens && { opens: opens.toISOString() }) };
}

/** Told to the administrators of the tenant that has the person; a proof that is refused ends. */
export const recordRefusal = (ctx: Context, proof: string, code: Exclude<SignInOutcome, 'ok'>) =>
  ctx.database.withDoor((db) => [refuseProof(db, ctx, proof, code)]);
