import { isProfile, type Profile } from '../../../domain/access/profile.ts';
import { AppError, type ErrorVars } from '../../../domain/errors/catalogue.ts';
import { entryRefusal } from '../../../domain/session/entry.ts';
import { signInOutcome } from '../../../domain/session/sign-in.ts';
import type { SignInOutcome } from '../../../domain/sign-in-log/words.ts';
import type { AccessHours } from '../../../domain/users/access-hours.ts';
import { hoursOpen } from '../../../domain/users/access-hours.ts';
import type { Context } from '../../request/context.ts';
import { refuseProof } from './session.sql.ts';
import { type StarterFacts, startSession, type Way } from './start-session.ts';

/** The limits on where and when a user may sign in, as the step that proved their identity reports them. */
export type Limited = { ip_exempt?: boolean; access_hours?: AccessHours };

/** The user that a sign-in method has proved, and what decides whether they are admitted. */
export type Entrant = StarterFacts &
  Limited & {
    account_id: string | null;
    status: string;
    tenant_status: string;
    trial_over: boolean;
    maintained: boolean;
  };

/**
 * The one gate behind every sign-in method (Spec 4 and 8): a user proved by a password, a key, another unit or a provider is refused or
 * admitted here by the same rules, and a refusal is recorded. One trip.
 */
export async function admit(ctx: Context, entrant: Entrant, way: Way) {
  const { profile, status, tenant_status: tenantStatus, trial_over: trialOver, maintained, user_id: userId } = entrant;
  if (!isProfile(profile)) throw new AppError('error_user_or_password');
  const outcome = signInOutcome({ userId, status, tenantStatus, trialOver, maintained }, true);
  const step = way.step ?? way.proof;
  const refusal = outcome === 'ok' ? limitsRefuse(ctx, { ...entrant, profile }) : outcome;
  if (refusal) {
    if (refusal !== 'not_found_companies') ctx.later(recordRefusal(ctx, step, refusal));
    throw new AppError(refusal, refusal === 'horario_not_allowed' ? accessHoursVars(ctx, entrant) : undefined);
  }
  return startSession(ctx, { ...entrant, profile }, way).catch((error: unknown) => {
    // The sign-in log says who has to change their password at an address of the product.
    if (error instanceof AppError && error.code === 'account_elsewhere') ctx.later(recordRefusal(ctx, step, error.code));
    throw error;
  });
}

/** Whether this address or hour is not allowed for the user; a method that didn't read these limits admits no one. */
export function limitsRefuse(ctx: Context, facts: Limited & { profile: Profile; flags: string[] }) {
  const { profile, flags, ip_exempt: ipExempt, access_hours: hours } = facts;
  if (ipExempt === undefined || hours === undefined) throw new Error('the limits of who comes in were not read');
  return entryRefusal({ profile, flags, ipExempt, hours }, ctx.tenant, { address: ctx.address, now: ctx.clock.now() });
}

/** After the identity is proved, the refusal may name the access hours and when they open next. */
function accessHoursVars(ctx: Context, { access_hours: hours = null }: Limited): ErrorVars {
  const opens = hoursOpen(hours, new Date(ctx.clock.now()), ctx.tenant.zone);
  return { hours: JSON.stringify(hours ?? []), zone: ctx.tenant.zone, ...(opens && { opens: opens.toISOString() }) };
}

/** Notifies the administrators of the user's tenant; a refused proof ends. */
export const recordRefusal = (ctx: Context, proof: string, code: Exclude<SignInOutcome, 'ok'>) =>
  ctx.database.withDoor((db) => [refuseProof(db, ctx, proof, code)]);
