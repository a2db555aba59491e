/** Tells whether a host lies on the product's own domain, where no tenant decides what answers. */
const isProductHost = (host: string, productHost: string): boolean => host === productHost || host.endsWith(`.${productHost}`);

/**
 * Says on which host a link with a secret stands: the tenant's own host of the product, else the platform's. `hosts` are the tenant's and
 * the platform's, the main one first.
 */
export const linkHost = (hosts: readonly string[], platformHosts: readonly string[], productHost: string): string =>
  [...hosts, ...platformHosts].find((host) => isProductHost(host, productHost)) ?? productHost;
