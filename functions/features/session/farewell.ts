import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { portalOf } from '../../http/portal-of.ts';
import type { ProviderSession, SamlSettings } from '../../services/saml/app.ts';
import { portalSaml } from '../../services/saml/portal-saml.ts';

/** Where the browser of who has left goes on, so that his provider signs him out too; null where the app has no single logout. One trip. */
export async function farewell(ctx: Context, { app, nameId, format, sessionIndex }: ProviderSession): Promise<string | null> {
  const [found] = await ctx.database.withDoor((db) => [
    db.execute(sql`select status, settings from app.saml_app(${ctx.tenant.id}::uuid, ${app}::uuid, ${ctx.host}, null)`),
  ]);
  const [row] = rowsOf<{ status: string; settings: SamlSettings }>(found);
  if (row?.status !== 'A' || !row.settings.singleLogout || !row.settings.signOutUrl) return null;
  const { settings } = row;
  const saml = await portalSaml(portalOf(ctx, settings.host), app, settings, { signs: true, logoutUrl: settings.signOutUrl });
  const person = {
    ...{ issuer: settings.issuer, nameID: nameId, nameIDFormat: format || 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' },
    ...(sessionIndex && { sessionIndex }),
  };
  return saml.getLogoutUrlAsync(person, '', {});
}
