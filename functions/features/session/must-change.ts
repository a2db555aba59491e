import { getPolicy, isExpired, type PasswordFields, strictest } from '../../../domain/accounts/password-policy.ts';
import type { Context } from '../../request/context.ts';

export type PasswordAge = { must_change: boolean; password_at: string; rules: Partial<PasswordFields>[] };

/** Spec 4, user_change_password: a change was required, or the password is older than the strictest of the user's tenants allows. */
export const mustChange = (age: PasswordAge, ctx: Context): boolean =>
  age.must_change || isExpired(Date.parse(age.password_at), strictest(age.rules.map(getPolicy)), ctx.clock.now());
