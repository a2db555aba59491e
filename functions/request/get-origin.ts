import type { Env } from './env.ts';

/** A tenant's origin as a browser writes it, with a port where the portal has one. */
export const getDomain = (host: string, env: Env): string =>
  env.STAGE !== 'production' && env.PORTAL_PORT ? `${host}:${env.PORTAL_PORT}` : host;

/**
 * Whether a host is the product's own. Any other host's DNS belongs to a unit, so what is typed there or arrives there is vouched for by
 * that unit only.
 */
export const isProductHost = (host: string, env: Env): boolean => host === env.PRODUCT_HOST || host.endsWith(`.${env.PRODUCT_HOST}`);

/** The origin of a tenant's portal, for links that leave it. */
export const getOrigin = (host: string, env: Env): string => `${env.STAGE === 'production' ? 'https' : 'http'}://${getDomain(host, env)}`;
