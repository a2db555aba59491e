import { AppError } from '../../../domain/errors/catalogue.ts';
import { normalEmail } from '../../../domain/session/sign-in.ts';
import { readmitUser, releaseAccount } from '../../../domain/two-factor/recovery-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readMayProve } from '../session/index.ts';
import { readmitPerson, releaseByEmail } from './two-factor.sql.ts';

export const readmit = bind(readmitUser, async ({ id }, ctx) => {
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.edit'), (db) => [readmitPerson(db, ctx, id)]);
  if (!rows[0]?.done) throw new AppError('not_found');
  return { status: 'ok' as const };
});

export const release = bind(releaseAccount, async ({ email, reason }, ctx) => {
  const [proof, result] = await ctx.database.withTenant(getEntry(ctx, 'accounts.release'), (db) => [
    readMayProve(db),
    releaseByEmail(db, ctx, normalEmail(email), reason),
  ]);
  if (proof.rows[0]?.prove) throw new AppError('account_proof');
  if (!result.rows[0]?.done) throw new AppError('not_found');
  return { status: 'ok' as const };
});
