import { escapeHtml } from '../../../domain/text/escape-html.ts';
import { type CertificateFacts, readCertificate } from './certificate.ts';
import { findElements, parse, signatureNs, within } from './document.ts';

const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';

export type ProviderMetadata = {
  issuer: string;
  signInUrl: string;
  signOutUrl: string;
  /** The address for answers to its own logout requests; empty if it is the same as `signOutUrl`. */
  signOutResponseUrl: string;
  certificates: CertificateFacts[];
};

/** Reads a provider's metadata; null if the document describes no provider or more than one, or lacks a redirect binding. */
export async function readMetadata(document: string): Promise<ProviderMetadata | null> {
  // A saved document may start with a byte order mark or contain an editor's comments.
  const bare = document.replace(/^\uFEFF/, '').replace(/<!--[\s\S]*?-->/g, '');
  const root = await parse(bare.trim()).catch(() => null);
  if (!root || root.namespaceURI !== metadataNs) return null;
  const entities = root.localName === 'EntitiesDescriptor' ? within(root, metadataNs, 'EntityDescriptor') : [root];
  const providers = entities.flatMap((entity) =>
    findElements(entity, metadataNs, 'IDPSSODescriptor')
      .filter((role) => (role.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(protocol))
      .map((role) => ({ entity, role })),
  );
  const [found, ...more] = providers;
  if (!found || more.length > 0) return null;
  const { entity, role } = found;
  // Only redirect endpoints count, because this portal sends its requests by redirect.
  const getService = (name: string) =>
    findElements(role, metadataNs, name).find(
      (service) => service.getAttribute('Binding') === redirect && service.getAttribute('Location'),
    );
  const signOut = getService('SingleLogoutService');
  const keys = findElements(role, metadataNs, 'KeyDescriptor').filter((key) => (key.getAttribute('use') || 'signing') === 'signing');
  const certificates = keys
    .flatMap((key) => within(key, signatureNs, 'X509Certificate'))
    .flatMap((element) => readCertificate(element.textContent ?? '') ?? []);
  const unique = certificates.filter(({ pem }, at) => certificates.findIndex((other) => other.pem === pem) === at);
  const signInUrl = getService('SingleSignOnService')?.getAttribute('Location') ?? '';
  if (!signInUrl || unique.length === 0) return null;
  return {
    issuer: entity.getAttribute('entityID') ?? '',
    signInUrl,
    signOutUrl: signOut?.getAttribute('Location') ?? '',
    signOutResponseUrl: signOut?.getAttribute('ResponseLocation') ?? '',
    certificates: unique.slice(0, 5),
  };
}

export type OwnMetadata = {
  entityId: string;
  acs: string;
  /** Null if this portal has no logout; a provider that asks for one would wait for an answer. */
  logout: string | null;
  certificate: string;
  signRequests: boolean;
};

/** This portal's metadata for the provider of an app. */
export function writeMetadata({ entityId, acs, logout, certificate, signRequests }: OwnMetadata): string {
  const key = (use: string) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="${signatureNs}"><ds:X509Data>` +
    `<ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="${metadataNs}" entityID="${escapeHtml(entityId)}">`,
    `<md:SPSSODescriptor AuthnRequestsSigned="${signRequests}" WantAssertionsSigned="true" protocolSupportEnumeration="${protocol}">`,
    key('signing'),
    key('encryption'),
    ...(logout === null
      ? []
      : [redirect, post].map((binding) => `<md:SingleLogoutService Binding="${binding}" Location="${escapeHtml(logout)}"/>`)),
    `<md:AssertionConsumerService Binding="${post}" Location="${escapeHtml(acs)}" index="0" isDefault="true"/>`,
    '</md:SPSSODescriptor></md:EntityDescriptor>',
  ].join('\n');
}
