import { type SQL, sql } from 'drizzle-orm';
import type { PasswordFields } from '../../../domain/accounts/password-policy.ts';

export type OwnRow = {
  wait: number;
  email: string;
  password: string | null;
  password_at: string;
  rules: Partial<PasswordFields>[];
  others: number;
};

/** The account behind this session; no row where it has none or doesn't reach it. */
export const ownAccount = (guess: boolean): SQL => sql`select * from app.own_account(${guess}::boolean)`;
/** Whether there is an account that this session doesn't reach until it is proved. */
export const mayProve = sql`select app.may_prove() as prove`;
export const ownName = sql`select name from users where id = (select app.user_id())`;
