import { asc, desc } from 'drizzle-orm';
import { domains } from '../../../db/schema/tenants.ts';
import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { proofMinutes } from '../../../domain/session/proof.ts';
import { proofOptions, proveAccount } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { getOrigin, isProductHost } from '../../request/get-origin.ts';
import { recordingWrongProofs } from '../../request/record-wrong-proofs.ts';
import { makeTicket, storeTicket } from '../session/index.ts';
import { askedFor, challengeFor } from './passkeys.ts';
import { tooMany } from './pending.ts';
import { factorGiven, has, type Provable, typed } from './prove.ts';
import { proveWith, readToProve } from './two-factor.sql.ts';

const nothingToProve = { at: null, password: false, code: false, passkey: null };

/** Two trips: the account's proof methods, then the ticket of the challenge where it has a passkey of this host. */
export const readProofOptions = bind(proofOptions, async (_input, ctx) => {
  const [found, hosts] = await accountToProve(ctx, false);
  if (!found) return { state: 'none' as const, ...nothingToProve };
  if (!isProductHost(ctx.host, ctx.env)) {
    const ours = hosts.find((host) => isProductHost(host, ctx.env));
    return { state: 'elsewhere' as const, ...nothingToProve, at: ours ? getOrigin(ours, ctx.env) : null };
  }
  const mine = (found.passkeys ?? []).filter(({ host }) => host === ctx.host);
  const { secret, store } = await makeTicket(ctx, { purpose: 'passkey', body: { proves: ctx.session.sub }, seconds: askedFor / 1000 });
  if (mine.length > 0) await ctx.database.withDoor((db) => [storeTicket(db, store)]);
  return {
    state: 'here' as const,
    at: null,
    password: found.password !== null,
    code: has(found),
    passkey: mine.length > 0 ? challengeFor(ctx, secret, mine) : null,
  };
});

const refusals: Record<string, ErrorCode> = { wrong: 'factor_wrong', code: 'factor_code', over: 'factor_over' };

/** Trip 1 counts the guess and reads what is compared, then one hash, then trip 2 uses the factor and marks the session. */
export const proveOwnAccount = bind(
  proveAccount,
  recordingWrongProofs(async (given, ctx) => {
    if (!isProductHost(ctx.host, ctx.env)) throw new AppError('account_elsewhere');
    const [found] = await accountToProve(ctx, true);
    if (!found) throw new AppError('not_found');
    if (found.wait > 0) throw tooMany(found.wait);
    const { seen, use } = given.passkey
      ? { seen: null, use: await factorGiven({ passkey: given.passkey }, found, ctx) }
      : await typedBoth(given, found, ctx);
    const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [proveWith(db, ctx, seen, use)]);
    const state = rows[0]?.state ?? 'none';
    if (state !== 'ok') throw new AppError(refusals[state] ?? 'not_found');
    return { status: 'ok' as const, until: new Date(ctx.clock.now() + proofMinutes * 60_000).toISOString() };
  }),
);

/** The password, and a code if the account has a factor. */
async function typedBoth(
  { password, code }: { password?: string | undefined; code?: string | undefined },
  found: Provable,
  ctx: SessionContext,
) {
  const seen = await typed(password, found.password, ctx);
  return { seen, use: has(found) ? await factorGiven({ code }, found, ctx) : null };
}

/** With the hosts of the business unit, its main one first. */
async function accountToProve(ctx: SessionContext, guess: boolean) {
  const [account, places] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [
    readToProve(db, guess),
    db.select({ host: domains.host }).from(domains).orderBy(desc(domains.main), asc(domains.host)),
  ]);
  return [account.rows[0], places.map(({ host }) => host)] as const;
}
