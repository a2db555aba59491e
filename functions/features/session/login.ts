import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { isProfile, type Profile } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { login } from '../../../domain/session/contract.ts';
import { intendedPath } from '../../../domain/session/intended.ts';
import { normalEmail, signInOutcome } from '../../../domain/session/sign-in.ts';
import type { SettingsForm } from '../../../domain/settings/contract.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { bind } from '../../http/bind.ts';
import type { Context } from '../../http/context.ts';
import { newId, newSecret, sha256, toHex } from '../../services/ids.ts';
import { hashPassword, verifyPassword } from '../../services/password.ts';
import { presentUser } from './present.ts';

type Facts = {
  state: 'ok' | 'limited';
  retry_seconds: number | null;
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

const deviceSeconds = 60 * 60 * 24 * 365;

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
  if (outcome !== 'ok') {
    if (facts.user_id) ctx.later(recordRefusal(ctx, facts.user_id, outcome));
    throw new AppError(outcome);
  }
  if (!isProfile(facts.profile) || !facts.user_id) throw new AppError('error_user_or_password');
  return start(
    ctx,
    { ...facts, user_id: facts.user_id, profile: facts.profile },
    email,
    device,
    stale ? await hashPassword(input.password) : null,
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

async function start(
  ctx: Context,
  facts: Facts & { user_id: string; profile: Profile },
  email: string,
  device: string | null,
  rehash: string | null,
) {
  const now = ctx.clock.now();
  const sid = newId(now);
  const settings = mergeSettings(facts.settings);
  const until = new Date(now + settings.login_timeout * 3_600_000).toISOString();
  const secret = facts.device_known ? null : newSecret();
  const newDevice = secret ? toHex(await sha256(secret)) : null;
  const [result] = await ctx.database.withPublic((db) => [
    db.execute(
      sql`select app.session_start(${sid}::uuid, ${ctx.tenant.id}::uuid, ${facts.user_id}::uuid, ${email}, ${ctx.address}, ${until}::timestamptz, ${device}::bytea, ${newDevice}::bytea, ${rehash}, ${ctx.requestId}) as started`,
    ),
  ]);
  // Blocked between the two trips: the session was not started, and nothing more is said.
  if (!rowsOf<{ started: boolean }>(result)[0]?.started) throw new AppError('tenant_blocked');
  if (secret) ctx.setHeader('set-cookie', `device=${secret}; Max-Age=${deviceSeconds}; Path=/api/login; HttpOnly; Secure; SameSite=Strict`);
  const { profile, flags, hidden } = facts;
  const token = await ctx.tokens.sign(
    { sid, sub: facts.user_id, tenant: ctx.tenant.id, profile, flags, hidden, ver: Number(facts.rights), act: null },
    ctx.host,
    now,
  );
  return {
    status: 'ok' as const,
    token,
    intended: intendedPath({ profile, flags }, settings, hidden),
    perfil_usuario: profile,
    user: presentUser({ ...facts, id: facts.user_id, email }, ctx.tenant),
    redirect: null,
    message: null,
    domain: null,
    auth_type: 'password',
    tenant_id: ctx.tenant.id,
  };
}
