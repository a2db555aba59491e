/** Whether a host is on the product's own domain, where no tenant controls the DNS. */
const isProductHost = (host: string, productHost: string): boolean => host === productHost || host.endsWith(`.${productHost}`);

/**
 * The host for a link that carries a secret: the tenant's host on the product's domain, else the platform's. `hosts` are the tenant's and
 * the platform's, the main one first.
 */
export const linkHost = (hosts: readonly string[], platformHosts: readonly string[], productHost: string): string =>
  [...hosts, ...platformHosts].find((host) => isProductHost(host, productHost)) ?? productHost;
