import type { Portal } from '../services/saml/portal-saml.ts';
import type { Context } from './context.ts';
import { originOf } from './origin-of.ts';

/** The portal as the provider of a SAML app meets it, under the host where the app was made. */
export const portalOf = ({ tenant, sealer, env }: Context, host: string): Portal => ({
  tenantId: tenant.id,
  sealer,
  origin: originOf(host, env),
});
