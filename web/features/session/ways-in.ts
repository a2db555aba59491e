import type { SignInPage } from '../../../domain/session/contract.ts';

export type AppWay = SignInPage['apps'][number];

/** The providers whose users have addresses of the typed domain; none until the domain is complete. */
export function hintedWays(apps: readonly AppWay[], email: string): AppWay[] {
  const domain = email.trim().toLowerCase().split('@')[1] ?? '';
  return domain.includes('.') ? apps.filter(({ domains }) => domains.includes(domain)) : [];
}
