import type { Env } from './env.ts';

/** A tenant's host as a browser writes it: with a port where the portal has one. */
export const domainOf = (host: string, env: Env): string =>
  env.STAGE !== 'production' && env.PORTAL_PORT ? `${host}:${env.PORTAL_PORT}` : host;

/** The address of a tenant's portal for links that leave it. */
export const originOf = (host: string, env: Env): string => `${env.STAGE === 'production' ? 'https' : 'http'}://${domainOf(host, env)}`;
