import type { SAML, SamlConfig } from '@node-saml/node-saml';
import type { Context } from '../../http/context.ts';
import { keyPlace, ownAddresses, type SamlSettings } from './app.ts';
import { pemOf } from './certificate.ts';

type More = Partial<SamlConfig> & { /** Whether what is sent is signed with the app's own key. */ signs: boolean };

/** The library as this portal speaks to the provider of an app; its key is opened only where something is signed. */
export async function portalSaml(ctx: Context, app: string, settings: SamlSettings, { signs, ...more }: More): Promise<SAML> {
  const { SAML: Library } = await import('./library.ts');
  const own = ownAddresses(app, settings.host, ctx);
  return new Library({
    callbackUrl: own.acs,
    issuer: own.entityId,
    entryPoint: settings.signInUrl,
    idpCert: settings.certificates.map(({ pem }) => pemOf(pem)),
    ...(signs && {
      privateKey: pemOf(await ctx.sealer.open(settings.key, keyPlace(ctx.tenant.id, app)), 'PRIVATE KEY'),
      signatureAlgorithm: 'sha256' as const,
    }),
    ...more,
  });
}
