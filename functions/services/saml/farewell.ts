import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { keyPlace, ownAddresses, type ProviderSession, type SamlSettings } from './app.ts';
import { pemOf } from './certificate.ts';

/** Where the browser of who has left goes on, so that his provider signs him out too; null where the app has no single logout. One trip. */
export async function farewell(ctx: Context, { app, nameId, format, sessionIndex }: ProviderSession): Promise<string | null> {
  const [found] = await ctx.database.withPublic((db) => [
    db.execute(sql`select status, settings from app.saml_app(${ctx.tenant.id}::uuid, ${app}::uuid, ${ctx.host}, null)`),
  ]);
  const [row] = rowsOf<{ status: string; settings: SamlSettings }>(found);
  if (row?.status !== 'A' || !row.settings.singleLogout || !row.settings.signOutUrl) return null;
  const { settings } = row;
  const own = ownAddresses(app, settings.host, ctx);
  const { SAML } = await import('./library.ts');
  const saml = new SAML({
    callbackUrl: own.acs,
    issuer: own.entityId,
    entryPoint: settings.signInUrl,
    logoutUrl: settings.signOutUrl,
    idpCert: settings.certificates.map(({ pem }) => pemOf(pem)),
    privateKey: pemOf(await ctx.sealer.open(settings.key, keyPlace(ctx.tenant.id, app)), 'PRIVATE KEY'),
    signatureAlgorithm: 'sha256',
  });
  const person = {
    ...{ issuer: settings.issuer, nameID: nameId, nameIDFormat: format || 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' },
    ...(sessionIndex && { sessionIndex }),
  };
  return saml.getLogoutUrlAsync(person, '', {});
}
