import { authTypes } from '../session/auth-type.ts';

/** What created a record: a sign-in, or a call of a session that began before. */
export const signInWays = [...authTypes, 'session'] as const;

/** The outcomes of an attempt; `ok`, the refusals of Spec 4 and 8, and those of the second factor. */
export const signInOutcomes = [
  'ok',
  'error_user_or_password',
  'blocked',
  'inactive',
  'user_disable',
  'ip_not_allowed',
  'horario_not_allowed',
  'domain_not_allowed',
  'finish_test',
  'tenant_blocked',
  'maitenance',
  'account_waits',
  'account_elsewhere',
  'factor_wrong',
  'too_many_attempts',
] as const;

export type SignInOutcome = (typeof signInOutcomes)[number];

export const isOutcome = (text: string): text is SignInOutcome => signInOutcomes.some((outcome) => outcome === text);

export const isSignInWay = (text: string): text is (typeof signInWays)[number] => signInWays.some((way) => way === text);
