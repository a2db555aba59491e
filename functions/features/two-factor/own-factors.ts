import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import type { OwnFactors } from '../../../domain/two-factor/contract.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import type { StoredApp } from './app-codes.ts';
import { spendOf, type Use } from './give-factor.ts';
import type { StoredPasskey } from './passkeys.ts';
import { tooMany } from './pending.ts';

type Named = { id: string; name: string; at: string; used: string | null };
export type Own = {
  wait: number;
  holder: string;
  email: string;
  name: string;
  password: string | null;
  factor_at: string | null;
  totp: (Named & StoredApp) | null;
  passkeys: (Named & StoredPasskey)[] | null;
  recovery: number;
  required: boolean;
};
/** A passkey's answer goes with the ticket of its challenge, which is used up with it. */
export type Proof = { kind: 'none' } | { kind: 'password'; seen: string } | (Use & { ticket?: string; host?: string });
type Typed = { password?: string | undefined; code?: string | undefined };
type What = 'challenge' | 'totp' | 'passkey' | 'rename' | 'remove' | 'codes' | 'confirm';

/** One's own factors; nothing for somebody who acts as another. One trip. */
export async function ownFactors(ctx: SessionContext, guess: boolean): Promise<Own> {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(sql`select * from app.own_factors(${ctx.session.sid}::uuid, ${guess}::boolean)`),
  ]);
  const [own] = rowsOf<Own>(result);
  if (!own) throw new AppError('act_as_blocked');
  if (own.wait > 0) throw tooMany(own.wait);
  return own;
}

const has = (own: Own) => own.totp !== null || (own.passkeys?.length ?? 0) > 0 || own.recovery > 0;

/** A password alone proves nothing in a session that was begun without the factor that the person has. */
export function proofOf(own: Own): OwnFactors['proof'] {
  if (has(own)) return own.password && own.factor_at ? 'password' : 'code';
  return own.password ? 'password' : 'none';
}

/** Compares what was typed with what the person has; the database uses it up with the change itself. */
export async function prove({ password, code }: Typed, own: Own, ctx: SessionContext): Promise<Proof> {
  if (code) {
    const use = await spendOf(code, own.totp, ctx);
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

const refusals: Record<string, ErrorCode> = {
  none: 'not_found',
  over: 'factor_over',
  proof: 'factor_proof',
  code: 'factor_code',
  wrong: 'factor_wrong',
  full: 'factor_full',
  required: 'factor_required',
};

/** One statement: the proof is used, the change made, audited and told. */
export async function writeFactor(ctx: SessionContext, what: What, body: object, proof: Proof | null): Promise<void> {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'account.own'), (db) => [
    db.execute(
      sql`select app.factor_write(${ctx.session.sid}::uuid, ${JSON.stringify(proof ?? {})}::jsonb, ${what}, ${JSON.stringify(body)}::jsonb, ${ctx.address}, ${ctx.requestId}) as state`,
    ),
  ]);
  const state = rowsOf<{ state: string }>(result)[0]?.state ?? 'none';
  if (state !== 'ok') throw new AppError(refusals[state] ?? 'not_found');
  if (what === 'totp' || what === 'passkey' || what === 'remove') wakeOutbox(ctx);
}
