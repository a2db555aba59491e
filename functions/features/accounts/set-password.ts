import { type SQL, sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { isProfile } from '../../../domain/access/profile.ts';
import { setPassword } from '../../../domain/accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { signInOutcome } from '../../../domain/session/sign-in.ts';
import { bind } from '../../request/bind.ts';
import type { Context } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { getHash, newId } from '../../services/ids.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { admit, getDevice, limitsRefuse, newProof } from '../session/index.ts';
import { type Opened, openLink } from './open-link.ts';
import { policyFrom, refusal, refuseWeak } from './rules.ts';

const takeRows = raw('accounts.take', { account_take: 'uuid?' });

/**
 * Uses a link: trip 1 reads what it opens, then one hash, trip 2 uses it and starts the session in one transaction. Of concurrent calls
 * with the same link, exactly one succeeds.
 */
export const takeLink = bind(setPassword, async ({ token, password }, ctx) => {
  const opened = await openLink(ctx, token, true);
  if (!opened.passwords) throw new AppError('password_not_offered');
  const hash = opened.own ? await joinsWith(password, opened, ctx) : await newHash(password, opened, ctx);
  const link = await getHash(token);
  const proof = mayEnter(opened, ctx) ? await newProof() : null;
  const take = sql`select app.account_take(${link}::bytea, ${ctx.host}, ${opened.password}, ${hash}, ${newId(ctx.clock.now())}::uuid,
    ${await getDevice(ctx)}::bytea, ${ctx.address}, ${ctx.requestId}, ${proof}::bytea)`;
  const session = proof ? await enter(ctx, opened, take, proof) : null;
  if (!session) await ctx.database.withDoor((db) => [takeRows(db, take)]);
  if (hash !== null && opened.purpose !== 'account.invite') wakeTenantOutbox(ctx, opened.tenant_id);
  return {
    status: 'ok' as const,
    session,
    signIn: session ? null : { origin: getOrigin(opened.host ?? ctx.host, ctx.env), email: opened.email },
  };
});

/** A verified account keeps its password: the user proves ownership by entering it. */
async function joinsWith(password: string, opened: Opened, ctx: Context): Promise<null> {
  const { right } = await ctx.passwords.verify(password, opened.password);
  if (!right) throw new AppError('password_wrong', undefined, { field: 'password' });
  return null;
}

async function newHash(password: string, opened: Opened, ctx: Context): Promise<string> {
  const policy = policyFrom(opened.rules);
  await refuseWeak(password, policy, { email: opened.email, name: opened.name, unit: opened.tenant_name }, ctx);
  // A forced change must set a different password.
  if (opened.purpose === 'account.change' && (await ctx.passwords.verify(password, opened.password)).right)
    throw await refusal('same', policy, ctx);
  return ctx.passwords.hash(password);
}

/** A reset proves access to the mailbox only, so the user signs in afterwards by the tenant's usual method, second factor included. */
function mayEnter(opened: Opened, ctx: Context): boolean {
  if (opened.purpose === 'account.reset' || opened.tenant_id !== ctx.tenant.id) return false;
  const { user_id: userId, status, tenant_status: tenantStatus, trial_over: trialOver, maintained } = opened;
  const lives = signInOutcome({ userId, status, tenantStatus, trialOver, maintained }, true) === 'ok';
  return lives && isProfile(opened.profile) && limitsRefuse(ctx, { ...opened, profile: opened.profile }) === null;
}

const enter = (ctx: Context, opened: Opened, first: SQL, proof: string) =>
  admit(ctx, opened, {
    proof,
    known: opened.browser_known,
    authType: opened.purpose === 'account.invite' ? 'invitation' : 'password',
    first,
  });
