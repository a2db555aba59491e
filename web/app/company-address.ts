import type { ChangeAnswer } from '../../domain/session/contract.ts';

/** Where a company change leads (Spec 4): the target's own domain, with the ticket or, without one, to its own ways in. */
export function companyAddress({ domain, token }: ChangeAnswer, protocol: string): string | null {
  // A host, with a port perhaps, and nothing else: what the answer says is never taken for more than that.
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(domain)) return null;
  return `${protocol}//${domain}${token ? `/change/company/${encodeURIComponent(token)}` : '/signin'}`;
}

/** Leaves for another domain by a full page load; the page stays busy until the browser has gone. */
export function goToCompany(answer: ChangeAnswer): void {
  const address = companyAddress(answer, location.protocol);
  if (address) location.assign(address);
}
