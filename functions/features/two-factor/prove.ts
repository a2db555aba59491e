import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Assertion, OwnFactors } from '../../../domain/two-factor/contract.ts';
import type { SessionContext } from '../../request/context.ts';
import { getHash } from '../../services/ids.ts';
import type { StoredApp } from './app-codes.ts';
import { findUse } from './give-factor.ts';
import type { Proof } from './own-factors.ts';
import { challengeIn, getCounter, type StoredPasskey } from './passkeys.ts';
import type { Own } from './two-factor.sql.ts';

type Given = { password?: string | undefined; code?: string | undefined; passkey?: Assertion | undefined };

/** What a proof is compared with. */
export type Provable = Pick<Own, 'recovery' | 'password' | 'factor_at'> & { totps: StoredApp[] | null; passkeys: StoredPasskey[] | null };

export const has = (own: Provable) => (own.totps?.length ?? 0) > 0 || (own.passkeys?.length ?? 0) > 0 || own.recovery > 0;

/**
 * A factor alone proves nothing where the account has a password: an open session and one observed code would do. A password
 * alone is enough within 15 minutes of the account's factor.
 */
export function getProof(own: Provable): OwnFactors['proof'] {
  if (!has(own)) return own.password ? 'password' : 'none';
  if (!own.password) return 'code';
  return own.factor_at ? 'password' : 'both';
}

/** Compares the given proof with the user's factors; the database uses it up together with the change. */
export async function prove(given: Given, own: Provable, ctx: SessionContext): Promise<Proof> {
  if (given.passkey) return signed(given.passkey, own, ctx);
  const asked = getProof(own);
  if (own.password) await typed(given.password, own.password, ctx);
  const seen = own.password ? { seen: own.password } : {};
  if (given.code) return { ...(await spent(given.code, own, ctx)), ...seen };
  if (asked === 'code' || asked === 'both') throw new AppError('factor_code', undefined, { field: 'code' });
  return own.password ? { kind: 'password', seen: own.password } : { kind: 'none' };
}

/** Compares a factor given by itself. */
export async function factorGiven({ code, passkey }: Given, own: Provable, ctx: SessionContext): Promise<Proof> {
  if (passkey) return signed(passkey, own, ctx);
  if (!code) throw new AppError('factor_code', undefined, { field: 'code' });
  return spent(code, own, ctx);
}

/** Refuses any but the account's password. */
export async function typed(password: string | undefined, stored: string | null, ctx: SessionContext): Promise<string> {
  if (!password || !stored) throw new AppError('factor_proof', undefined, { field: 'password' });
  const { right } = await ctx.passwords.verify(password, stored);
  if (!right) throw new AppError('password_wrong', undefined, { field: 'password' });
  return stored;
}

async function spent(code: string, own: Provable, ctx: SessionContext) {
  const use = await findUse(code, own.totps ?? [], ctx);
  if (!use) throw new AppError('factor_wrong', undefined, { field: 'code' });
  return use;
}

/** The database checks whose challenge it was, and that it is the first answer to it. */
async function signed(answer: Assertion, own: Provable, ctx: SessionContext): Promise<Proof> {
  const challenge = challengeIn(answer.response.clientDataJSON);
  const mine = own.passkeys?.find(({ credential }) => credential === answer.id);
  const counter = challenge && mine ? await getCounter(ctx, answer, mine, challenge) : null;
  if (!challenge || !mine || counter === null) throw new AppError('factor_wrong', undefined, { field: 'passkey' });
  return { kind: 'passkey', id: mine.id, counter, ticket: await getHash(challenge), host: ctx.host };
}
