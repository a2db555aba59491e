import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { forgotPassword } from '../../../domain/accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { normalEmail } from '../../../domain/session/sign-in.ts';
import { bind } from '../../http/bind.ts';
import { wakeOutboxOf } from '../mail/index.ts';
import { waysOf } from '../session/index.ts';
import { tooMany } from './open-link.ts';

/** Writes down that a link was asked for; whether anybody has the address is found out later, so that nothing here depends on it. */
export const askForPassword = bind(forgotPassword, async (input, ctx) => {
  if (!waysOf(ctx.tenant).includes('password')) throw new AppError('password_not_offered');
  const [result] = await ctx.database.withPublic((db) => [
    db.execute(sql`select app.account_forgot(${ctx.tenant.id}::uuid, ${normalEmail(input.email)}, ${ctx.address}) as wait`),
  ]);
  const wait = rowsOf<{ wait: number }>(result)[0]?.wait ?? 0;
  if (wait > 0) throw tooMany(wait);
  wakeOutboxOf(ctx, ctx.tenant.id);
  return { status: 'ok' as const };
});
