import type { SignInPage } from '../../../domain/session/contract.ts';

export type AppWay = SignInPage['apps'][number];

/** The ways whose people have addresses of the domain that was typed; none before there is a whole domain. */
export function hintedWays(apps: readonly AppWay[], email: string): AppWay[] {
  const domain = email.trim().toLowerCase().split('@')[1] ?? '';
  return domain.includes('.') ? apps.filter(({ domains }) => domains.includes(domain)) : [];
}
