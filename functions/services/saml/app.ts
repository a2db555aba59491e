import type { AttributeMap, GroupRule, ProfileRule } from '../../../domain/saml/attributes.ts';
import type { CertificateFacts } from './certificate.ts';

/** What the column `settings` of a SAML app holds; of secrets the key alone, sealed. */
export type SamlSettings = {
  issuer: string;
  signInUrl: string;
  signOutUrl: string;
  /** Where answers to the provider's own requests go; missing or empty where that is the same place. */
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
  /** The host under which the provider knows this portal; it stays when the tenant gets another. */
  host: string;
  key: string;
  own: CertificateFacts;
};

/** What the provider is told of this portal: fixed by the app and the origin of the host under which it was made. */
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

/** How a provider calls somebody whom it has signed in: by this it is told that he leaves. */
export type ProviderSession = { app: string; nameId: string; format: string; sessionIndex: string | null };
