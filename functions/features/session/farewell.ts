import type { Context } from '../../request/context.ts';
import { getPortal } from '../../request/get-portal.ts';
import type { ProviderSession } from '../../services/saml/app.ts';
import { portalSaml } from '../../services/saml/portal-saml.ts';
import { readSamlApp } from './session.sql.ts';

/**
 * Where the browser goes after signing out, so that the provider ends its session too; null where the app has no single logout. One trip.
 */
export async function farewell(ctx: Context, { app, nameId, format, sessionIndex }: ProviderSession): Promise<string | null> {
  const [{ rows }] = await ctx.database.withDoor((db) => [readSamlApp(db, ctx, app)]);
  const [row] = rows;
  if (row?.status !== 'A' || !row.settings.singleLogout || !row.settings.signOutUrl) return null;
  const { settings } = row;
  const saml = await portalSaml(getPortal(ctx, settings.host), app, settings, { signs: true, logoutUrl: settings.signOutUrl });
  const person = {
    ...{ issuer: settings.issuer, nameID: nameId, nameIDFormat: format || 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' },
    ...(sessionIndex && { sessionIndex }),
  };
  return saml.getLogoutUrlAsync(person, '', {});
}
