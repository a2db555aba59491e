import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Assertion, OwnFactors } from '../../../domain/two-factor/contract.ts';
import type { SessionContext } from '../../http/context.ts';
import { hashOf } from '../../services/ids.ts';
import type { StoredApp } from './app-codes.ts';
import { spendOf } from './give-factor.ts';
import type { Proof } from './own-factors.ts';
import { challengeIn, counterOf, type StoredPasskey } from './passkeys.ts';
import type { Own } from './two-factor.sql.ts';

type Given = { password?: string | undefined; code?: string | undefined; passkey?: Assertion | undefined };

/** What a proof is compared with. */
export type Provable = Pick<Own, 'recovery' | 'password' | 'factor_at'> & { totps: StoredApp[] | null; passkeys: StoredPasskey[] | null };

export const has = (own: Provable) => (own.totps?.length ?? 0) > 0 || (own.passkeys?.length ?? 0) > 0 || own.recovery > 0;

/** A password alone is only enough within 15 minutes of the account's factor. */
export function proofOf(own: Provable): OwnFactors['proof'] {
  if (has(own)) return own.password && own.factor_at ? 'password' : 'code';
  return own.password ? 'password' : 'none';
}

/** Compares the given proof with the user's factors; the database uses it up together with the change. */
export async function prove({ password, code, passkey }: Given, own: Provable, ctx: SessionContext): Promise<Proof> {
  if (passkey) return signed(passkey, own, ctx);
  if (code) {
    const use = await spendOf(code, own.totps ?? [], ctx);
    if (!use) throw new AppError('factor_wrong', undefined, { field: 'code' });
    return use;
  }
  const asked = proofOf(own);
  if (asked === 'none') return { kind: 'none' };
  if (asked === 'code') throw new AppError('factor_code', undefined, { field: 'code' });
  if (!password || !own.password) throw new AppError('factor_proof', undefined, { field: 'password' });
  const { right } = await ctx.passwords.verify(password, own.password);
  if (!right) throw new AppError('password_wrong', undefined, { field: 'password' });
  return { kind: 'password', seen: own.password };
}

/** The database checks whose challenge it was, and that it is the first answer to it. */
async function signed(answer: Assertion, own: Provable, ctx: SessionContext): Promise<Proof> {
  const challenge = challengeIn(answer.response.clientDataJSON);
  const mine = own.passkeys?.find(({ credential }) => credential === answer.id);
  const counter = challenge && mine ? await counterOf(ctx, answer, mine, challenge) : null;
  if (!challenge || !mine || counter === null) throw new AppError('factor_wrong', undefined, { field: 'passkey' });
  return { kind: 'passkey', id: mine.id, counter, ticket: await hashOf(challenge), host: ctx.host };
}
