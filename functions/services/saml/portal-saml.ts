import type { SAML, SamlConfig } from '@node-saml/node-saml';
import type { Sealer } from '../seal.ts';
import { keyPlace, ownAddresses, type SamlSettings } from './app.ts';
import { pemOf } from './certificate.ts';

/** The tenant whose app it is, what opens its key, and the origin of the host under which the app was made. */
export type Portal = { tenantId: string; sealer: Sealer; origin: string };
type More = Partial<SamlConfig> & { /** Whether what is sent is signed with the app's own key. */ signs: boolean };

/** The library as this portal speaks to the provider of an app; its key is opened only where something is signed. */
export async function portalSaml(portal: Portal, app: string, settings: SamlSettings, { signs, ...more }: More): Promise<SAML> {
  const { SAML: Library } = await import('./library.ts');
  const own = ownAddresses(app, portal.origin);
  return new Library({
    callbackUrl: own.acs,
    issuer: own.entityId,
    entryPoint: settings.signInUrl,
    idpCert: settings.certificates.map(({ pem }) => pemOf(pem)),
    ...(signs && {
      privateKey: pemOf(await portal.sealer.open(settings.key, keyPlace(portal.tenantId, app)), 'PRIVATE KEY'),
      signatureAlgorithm: 'sha256' as const,
    }),
    ...more,
  });
}
