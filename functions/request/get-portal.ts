import type { Portal } from '../services/saml/portal-saml.ts';
import type { Context } from './context.ts';
import { getOrigin } from './get-origin.ts';

/** The portal as a SAML app's provider knows it, under the host where the app was created. */
export const getPortal = ({ tenant, sealer, env }: Context, host: string): Portal => ({
  tenantId: tenant.id,
  sealer,
  origin: getOrigin(host, env),
});
