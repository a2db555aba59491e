import type * as z from 'zod/mini';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { login } from '../../../domain/session/contract.ts';
import { normalEmail, signInOutcome } from '../../../domain/session/sign-in.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { admit, recordRefusal } from './admit.ts';
import { companyElsewhere } from './company-elsewhere.ts';
import { getDevice } from './device.ts';
import { mustChange, type PasswordAge } from './must-change.ts';
import { newProof } from './proofs.ts';
import { readSignIn, type SignInRow } from './session.sql.ts';

// Trip 1 counts the attempt and reads the facts, then one hash, then trip 2 starts the session: an unknown e-mail costs the same.
export const signIn = bind(login, (input, ctx) => ctx.passwords.inLine(() => enter(input, ctx)));

async function enter(input: z.output<typeof login.input>, ctx: Context) {
  const email = normalEmail(input.email);
  const device = await getDevice(ctx);
  const proof = await newProof();
  const facts = await readFacts(ctx, email, device, proof);
  if (facts.state === 'limited')
    throw new AppError(
      'too_many_attempts',
      { minutes: Math.ceil((facts.retry_seconds ?? 60) / 60) },
      { retryAfterSeconds: facts.retry_seconds ?? 60 },
    );
  const { right, stale } = await ctx.passwords.verify(input.password, facts.password);
  const outcome = signInOutcome(
    {
      userId: facts.user_id,
      status: facts.status,
      tenantStatus: facts.tenant_status,
      trialOver: facts.trial_over,
      maintained: facts.maintained,
    },
    right,
  );
  // No user here, but in another unit: the sign-in continues there (Spec 4, company change).
  if (outcome === 'not_found_companies' && facts.account_id) {
    const elsewhere = await companyElsewhere(ctx, proof);
    if (elsewhere) return elsewhere;
  }
  if (outcome !== 'ok' || !facts.user_id || !facts.status) {
    // Recorded for a user of this tenant; the proof of a wrong password ends in any case.
    if (facts.account_id && outcome !== 'ok' && outcome !== 'not_found_companies') ctx.later(recordRefusal(ctx, proof, outcome));
    throw new AppError(outcome === 'ok' ? 'error_user_or_password' : outcome);
  }
  return admit(
    ctx,
    { ...facts, email, user_id: facts.user_id, status: facts.status },
    {
      proof,
      authType: 'password',
      known: facts.device_known,
      device,
      rehash: stale ? await ctx.passwords.hash(input.password) : null,
      change: isAge(facts) && mustChange(facts, ctx),
    },
  );
}

const isAge = (facts: SignInRow): facts is SignInRow & PasswordAge => facts.must_change !== null;

async function readFacts(ctx: Context, email: string, device: string | null, proof: string): Promise<SignInRow> {
  const [{ rows }] = await ctx.database.withDoor((db) => [readSignIn(db, ctx, email, device, proof)]);
  const [facts] = rows;
  if (!facts) throw new AppError('unknown_host');
  if (!facts.passwords) throw new AppError('passwords_off');
  return facts;
}
