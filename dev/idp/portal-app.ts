import { X509Certificate } from 'node:crypto';
import { get } from 'node:http';
import { toPem } from '../../functions/services/saml/certificate.ts';

/** A portal's metadata of one app: where responses go, the key to encrypt them with, and the logout address. */
export type PortalApp = { entityId: string; acs: string; logout: string; certificate: string; publicKey: string };

/** Calls loopback under the host's name: not every machine resolves `*.localhost`. */
const documentAt = (url: URL): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: url.port, path: url.pathname, headers: { host: url.host } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(`${url}: ${response.statusCode}`))));
    }).on('error', reject);
  });

/** Reads an app of a local portal by its entity ID, which is the address of its metadata. */
export async function readPortalApp(entityId: string): Promise<PortalApp> {
  const url = URL.canParse(entityId) ? new URL(entityId) : null;
  if (url?.protocol !== 'http:' || !/(^|\.)localhost$/.test(url.hostname)) throw new Error(`Not an app of a local portal: ${entityId}`);
  const document = await documentAt(url);
  const said = (pattern: RegExp) => pattern.exec(document)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const certificate = toPem(said(/<ds:X509Certificate>([^<]+)</));
  const acs = said(/AssertionConsumerService [^>]*Location="([^"]+)"/);
  if (!acs) throw new Error(`No metadata of an app: ${entityId}`);
  return {
    entityId: said(/entityID="([^"]+)"/),
    acs,
    logout: said(/SingleLogoutService [^>]*Location="([^"]+)"/),
    certificate,
    publicKey: new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
