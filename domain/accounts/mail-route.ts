// ARCHITECTURE 10, Accounts: mail that can change an account leaves by the platform, with its link on the product's own domain.
export type AccountFacts = {
  /** Whether the person has an account already; before acceptance nothing of an account is the tenant's. */
  accepted: boolean;
  /** Whether the account is also somebody in another tenant. */
  elsewhere: boolean;
  /** Whether the tenant sends by a mail server of its own. */
  ownServer: boolean;
  /** Hosts of the tenant and of the platform, the main one first. */
  hosts: readonly string[];
  platformHosts: readonly string[];
};
export type MailRoute = { via: 'platform' | 'tenant'; host: string };

/** Tells whether a host lies on the product's own domain, where no tenant decides what answers. */
export const isProductHost = (host: string, productHost: string): boolean => host === productHost || host.endsWith(`.${productHost}`);

/**
 * Says by whose server such a mail leaves and on which host its link stands. White label: of an account that belongs to one tenant
 * only, by that tenant's server and host; an invitation never, since it would tell the inviter whether there is an account.
 */
export function accountMailRoute(facts: AccountFacts, productHost: string): MailRoute {
  const [own] = facts.hosts;
  if (facts.ownServer && facts.accepted && !facts.elsewhere && own) return { via: 'tenant', host: own };
  const onProduct = (hosts: readonly string[]) => hosts.find((host) => isProductHost(host, productHost));
  return { via: 'platform', host: onProduct(facts.hosts) ?? onProduct(facts.platformHosts) ?? productHost };
}
