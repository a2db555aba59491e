import { createSign, randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { toPem } from '../../functions/services/saml/certificate.ts';
import type { Harness } from './harness.ts';
import type { Provider, SamlApp } from './saml-provider.ts';

export type LogoutOptions = {
  nameId: string;
  issuer?: string;
  /** Null for none. */
  destination?: string | null;
  version?: string;
  issued?: number;
  indexes?: readonly string[];
};

/** A provider's unsigned LogoutRequest for a person. */
export function writeLogout(provider: Pick<Provider, 'issuer'>, app: SamlApp, options: LogoutOptions): string {
  const { nameId, issuer = provider.issuer, destination = app.logout, version = '2.0', issued = 0, indexes = [] } = options;
  return [
    '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="_${randomUUID()}" Version="${version}" IssueInstant="${new Date(Date.now() + issued).toISOString()}"`,
    `${destination === null ? '' : ` Destination="${destination}"`}>`,
    `<saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>`,
    ...indexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`),
    '</samlp:LogoutRequest>',
  ].join('');
}

/** Sends it by the redirect binding, signed with `key`, and returns where the browser is sent. */
export async function sendLogout(
  harness: Harness,
  app: SamlApp,
  xml: string,
  key: Provider | null,
  algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
): Promise<string> {
  const parts = new URLSearchParams({
    SAMLRequest: deflateRawSync(xml).toString('base64'),
    RelayState: 'r1',
    ...(key && { SigAlg: algorithm }),
  });
  const hash = algorithm.endsWith('rsa-sha1') ? 'RSA-SHA1' : 'RSA-SHA256';
  if (key) parts.set('Signature', createSign(hash).update(parts.toString()).sign(toPem(key.privateKey, 'PRIVATE KEY'), 'base64'));
  const response = await harness.fetch(`${app.logout}?${parts}`, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}
