import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { getEntry, type SessionContext } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import type { Use } from './give-factor.ts';
import { tooMany } from './pending.ts';
import { changeOwn, type Own, readOwn } from './two-factor.sql.ts';

/**
 * A passkey's answer goes with the ticket of its challenge, which is used up with it; a code with the password that was typed beside it.
 */
export type Proof = { kind: 'none' } | { kind: 'password'; seen: string } | (Use & { ticket?: string; host?: string; seen?: string });
type What = 'challenge' | 'totp' | 'passkey' | 'rename' | 'remove' | 'codes' | 'confirm';

/** The user's own factors; none in an act-as session. To confirm a change, the account's factors count as well as the unit's. One trip. */
export async function ownFactors(ctx: SessionContext, guess: boolean, confirm = false): Promise<Own> {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [readOwn(db, guess, confirm)]);
  const [own] = rows;
  if (!own) throw new AppError('act_as_blocked');
  if (own.wait > 0) throw tooMany(own.wait);
  return own;
}

const refusals: Record<string, ErrorCode> = {
  none: 'not_found',
  prove: 'account_proof',
  mail: 'factor_mail_code',
  over: 'factor_over',
  proof: 'factor_proof',
  code: 'factor_code',
  wrong: 'factor_wrong',
  again: 'sign_in_again',
  full: 'factor_full',
  required: 'factor_required',
};

/**
 * Refuses a change if the factors shown to the user are no longer the current ones: the proof of the account has expired or was given
 * since.
 */
export function refuseOther(own: Own, shown: Own['bound'] | undefined): void {
  if (shown !== undefined && shown !== own.bound) throw new AppError('account_proof');
}

/** One statement: uses the proof, makes the change, audits it and notifies. `bound` says whose factors were read for it. */
export async function writeFactor(ctx: SessionContext, what: What, body: object, proof: Proof | null): Promise<void> {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'account.own'), (db) => [changeOwn(db, ctx, proof ?? {}, what, body)]);
  const state = rows[0]?.state ?? 'none';
  if (state !== 'ok') throw new AppError(refusals[state] ?? 'not_found', undefined, state === 'mail' ? { field: 'mail_code' } : {});
  if (what === 'totp' || what === 'passkey' || what === 'remove' || what === 'codes') wakeOutbox(ctx);
}
