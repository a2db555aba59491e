import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isProfile } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { login } from '../../../domain/session/contract.ts';
import { normalEmail, signInOutcome } from '../../../domain/session/sign-in.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { bind } from '../../http/bind.ts';
import type { Context } from '../../http/context.ts';
import { sha256, toHex } from '../../services/ids.ts';
import { hashPassword, verifyPassword } from '../../services/password.ts';
import { companyElsewhere } from './company-elsewhere.ts';
import { startSession } from './start-session.ts';

type Facts = {
  state: 'ok' | 'limited';
  retry_seconds: number | null;
  account_id: string | null;
  password: string | null;
  user_id: string | null;
  status: string | null;
  rights: string;
  profile: string;
  flags: string[];
  name: string;
  language: string | null;
  department: string | null;
  position: string | null;
  tenant_status: string;
  trial_over: boolean;
  maintained: boolean;
  settings: Partial<SettingsForm> | null;
  hidden: string[];
  device_known: boolean;
};

// Trip 1 counts the attempt and reads the facts, then one hash, then trip 2 starts the session: an unknown e-mail costs the same.
export const signIn = bind(login, async (input, ctx) => {
  const email = normalEmail(input.email);
  const device = ctx.cookies.device && /^[\w-]{43}$/.test(ctx.cookies.device) ? toHex(await sha256(ctx.cookies.device)) : null;
  const facts = await readFacts(ctx, email, device);
  if (facts.state === 'limited')
    throw new AppError(
      'too_many_attempts',
      { minutes: Math.ceil((facts.retry_seconds ?? 60) / 60) },
      { retryAfterSeconds: facts.retry_seconds ?? 60 },
    );
  const { right, stale } = await verifyPassword(input.password, facts.password);
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
  // Nobody here, but somewhere else: the way goes on there (Spec 4, company change).
  if (outcome === 'not_found_companies' && facts.account_id) {
    const elsewhere = await companyElsewhere(ctx, email, facts.account_id);
    if (elsewhere) return elsewhere;
  }
  if (outcome !== 'ok') {
    if (facts.user_id) ctx.later(recordRefusal(ctx, facts.user_id, outcome));
    throw new AppError(outcome);
  }
  if (!isProfile(facts.profile) || !facts.user_id) throw new AppError('error_user_or_password');
  return startSession(
    ctx,
    { ...facts, email, user_id: facts.user_id, profile: facts.profile },
    { known: facts.device_known, device, rehash: stale ? await hashPassword(input.password) : null },
  );
});

async function readFacts(ctx: Context, email: string, device: string | null): Promise<Facts> {
  const [result] = await ctx.database.withPublic((db) => [
    db.execute(sql`select * from app.sign_in_facts(${ctx.tenant.id}::uuid, ${email}, ${ctx.address}, ${device}::bytea)`),
  ]);
  const [facts] = rowsOf<Facts>(result);
  if (!facts) throw new AppError('unknown_host');
  return facts;
}

const recordRefusal = (ctx: Context, userId: string, code: string) =>
  ctx.database.withPublic((db) => [
    db.execute(sql`select app.sign_in_refused(${ctx.tenant.id}::uuid, ${userId}::uuid, ${code}, ${ctx.address}, ${ctx.requestId})`),
  ]);
