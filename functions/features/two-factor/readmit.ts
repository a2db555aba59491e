import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { normalEmail } from '../../../domain/session/sign-in.ts';
import { readmitUser, releaseAccount } from '../../../domain/two-factor/recovery-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

export const readmit = bind(readmitUser, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
    db.execute(sql`select app.readmit(${id}::uuid, ${ctx.address}, ${ctx.requestId}) as done`),
  ]);
  if (!rowsOf<{ done: boolean }>(result)[0]?.done) throw new AppError('not_found');
  return { status: 'ok' as const };
});

export const release = bind(releaseAccount, async ({ email, reason }, ctx) => {
  const [proof, result] = await ctx.database.withTenant(entryOf(ctx, 'accounts.release'), (db) => [
    db.execute(sql`select app.may_prove() as prove`),
    db.execute(sql`select app.release_account(${normalEmail(email)}, ${reason}, ${ctx.address}, ${ctx.requestId}) as done`),
  ]);
  if (rowsOf<{ prove: boolean }>(proof)[0]?.prove) throw new AppError('account_proof');
  if (!rowsOf<{ done: boolean }>(result)[0]?.done) throw new AppError('not_found');
  return { status: 'ok' as const };
});
