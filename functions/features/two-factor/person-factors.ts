import { AppError, type ErrorCode } from '../../../domain/errors/catalogue.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { resetFactors, userFactors } from '../../../domain/two-factor/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { wakeOutbox } from '../mail/index.ts';
import { readPerson, resetPerson } from './two-factor.sql.ts';

export const readUserFactors = bind(userFactors, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [readPerson(db, id)]);
  const [row] = rows;
  if (!row) throw new AppError('not_found');
  const { authenticator: app, passkeys, recovery, bound, required } = row;
  return {
    app,
    passkeys,
    recovery,
    bound,
    required,
    waitsSince: isoOrNull(row.waits_at),
    usedAt: isoOrNull(row.last_used_at),
  };
});

const refusals: Record<string, ErrorCode> = { own: 'own_person', account: 'factor_account', empty: 'factor_none' };

/**
 * For users who have lost telephone and codes: resets what is bound to this unit. Administrators change their own factors with a proof, and
 * can't reset an account's.
 */
export const resetUserFactors = bind(resetFactors, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [resetPerson(db, ctx, id)]);
  const state = rows[0]?.state ?? 'none';
  if (state !== 'ok') throw new AppError(refusals[state] ?? 'not_found');
  wakeOutbox(ctx);
  return { status: 'ok' as const };
});
