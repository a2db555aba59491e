import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { forgotPassword } from '../../../domain/accounts/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { normalEmail } from '../../../domain/session/sign-in.ts';
import { bind } from '../../request/bind.ts';
import { wakeTenantOutbox } from '../mail/index.ts';
import { takesPasswords } from '../session/index.ts';
import { tooMany } from './open-link.ts';

const waitRows = raw('accounts.forgot', { wait: 'int4?' });

/** Queues a request for a reset link. Whether the address belongs to a user is checked later, so the answer doesn't reveal it. */
export const askForPassword = bind(forgotPassword, async (input, ctx) => {
  const [{ rows }] = await ctx.database.withDoor((db) => [
    waitRows(
      db,
      sql`select case when ${takesPasswords(ctx.tenant.id)}
        then app.account_forgot(${ctx.tenant.id}::uuid, ${normalEmail(input.email)}, ${ctx.address}) end as wait`,
    ),
  ]);
  const wait = rows[0]?.wait ?? null;
  if (wait === null) throw new AppError('password_not_offered');
  if (wait > 0) throw tooMany(wait);
  wakeTenantOutbox(ctx, ctx.tenant.id);
  return { status: 'ok' as const };
});
