import { type SQL, sql } from 'drizzle-orm';
import type { PasswordFields } from '../../../domain/accounts/password-policy.ts';
import type { SessionContext } from '../../http/context.ts';

export type OwnRow = {
  wait: number;
  email: string;
  password: string | null;
  password_at: string;
  rules: Partial<PasswordFields>[];
  others: number;
};

/** The account behind this session; no row for who acts as somebody else or signs in without an account. */
export const ownAccount = (ctx: SessionContext, guess: boolean): SQL =>
  sql`select * from app.own_account(${ctx.session.sid}::uuid, ${guess}::boolean)`;
export const ownName = sql`select name from users where id = (select app.user_id())`;
