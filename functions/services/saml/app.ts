import type { AttributeMap, GroupRule, ProfileRule } from '../../../domain/saml/attributes.ts';
import type { CertificateFacts } from './certificate.ts';

/** The column `settings` of a SAML app; its only secret is the key, which is sealed. */
export type SamlSettings = {
  issuer: string;
  signInUrl: string;
  signOutUrl: string;
  /** The address for answers to the provider's own logout requests; missing or empty if it is the same as `signOutUrl`. */
  signOutResponseUrl?: string;
  metadataUrl: string;
  certificates: CertificateFacts[];
  map: AttributeMap;
  defaultProfile: string;
  jit: boolean;
  sync: boolean;
  idpInitiated: boolean;
  signRequests: boolean;
  singleLogout: boolean;
  groups: GroupRule[];
  profiles: ProfileRule[];
  /** The host under which the provider knows this portal; it stays when the tenant changes its host. */
  host: string;
  key: string;
  own: CertificateFacts;
};

/** The portal's addresses for the provider: fixed by the app and by the origin of the host under which it was created. */
export function ownAddresses(id: string, origin: string) {
  const base = `${origin}/api/saml`;
  return {
    entityId: `${base}/metadata/${id}`,
    acs: `${base}/acs/${id}`,
    metadata: `${base}/metadata/${id}`,
    logout: `${base}/logout/${id}`,
  };
}

export const keyPlace = (tenantId: string, id: string) => ({ tenantId, table: 'sso_apps', rowId: id, column: 'settings.key' });

/** The provider's reference to a signed-in user, sent to it when the user signs out. */
export type ProviderSession = { app: string; nameId: string; format: string; sessionIndex: string | null };
