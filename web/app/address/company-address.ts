import type { ChangeAnswer } from '../../../domain/session/contract.ts';

/** The target of a company change (Spec 4): the tenant's domain, with the ticket or, without one, at its sign-in page. */
export function companyAddress({ domain, token }: ChangeAnswer, protocol: string): string | null {
  // Accept only a host with an optional port, so that a response cannot inject a path or a scheme.
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(domain)) return null;
  return `${protocol}//${domain}${token ? `/change/company/${encodeURIComponent(token)}` : '/signin'}`;
}

/** Goes to another domain by a full page load; the page stays busy until the browser has left. */
export function goToCompany(answer: ChangeAnswer): void {
  const address = companyAddress(answer, location.protocol);
  if (address) location.assign(address);
}
