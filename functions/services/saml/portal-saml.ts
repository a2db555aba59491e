import type { SAML, SamlConfig } from '@node-saml/node-saml';
import type { Sealer } from '../seal.ts';
import { keyPlace, ownAddresses, type SamlSettings } from './app.ts';
import { toPem } from './certificate.ts';

/** The app's tenant, the sealer that opens its key, and the origin of the host under which it was created. */
export type Portal = { tenantId: string; sealer: Sealer; origin: string };
type More = Partial<SamlConfig> & { /** Whether what is sent is signed with the app's own key. */ signs: boolean };

/** node-saml configured for the provider of an app; the key is opened only for signing. */
export async function portalSaml(portal: Portal, app: string, settings: SamlSettings, { signs, ...more }: More): Promise<SAML> {
  const { SAML: Library } = await import('./library.ts');
  const own = ownAddresses(app, portal.origin);
  return new Library({
    callbackUrl: own.acs,
    issuer: own.entityId,
    entryPoint: settings.signInUrl,
    idpCert: settings.certificates.map(({ pem }) => toPem(pem)),
    ...(signs && {
      privateKey: toPem(await portal.sealer.open(settings.key, keyPlace(portal.tenantId, app)), 'PRIVATE KEY'),
      signatureAlgorithm: 'sha256' as const,
    }),
    ...more,
  });
}
