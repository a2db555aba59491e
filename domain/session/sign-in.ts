import type { SignInOutcome } from '../sign-in-log/words.ts';

export type SignInFacts = {
  userId: string | null;
  status: string | null;
  tenantStatus: string;
  trialOver: boolean;
  maintained: boolean;
};

/** Life of a session token; it is renewed at half of it (ARCHITECTURE 10). */
export const tokenMinutes = 30;

/**
 * How a sign-in ends (Spec 4 and 8). Nothing about the user is revealed before the password was right, so that an address can't be probed.
 */
export function signInOutcome(facts: SignInFacts, passwordIsRight: boolean): SignInOutcome | 'not_found_companies' {
  if (!passwordIsRight) return 'error_user_or_password';
  if (!facts.userId) return 'not_found_companies';
  if (facts.status === 'B') return 'blocked';
  if (facts.status === 'I') return 'inactive';
  if (facts.status === 'D') return 'user_disable';
  if (facts.trialOver) return 'finish_test';
  if (facts.tenantStatus !== 'A' && facts.tenantStatus !== 'T') return 'tenant_blocked';
  if (facts.maintained) return 'maitenance';
  return 'ok';
}

/** An e-mail as it is stored and compared: NFKC, trimmed, lower case. */
export const normalEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();
