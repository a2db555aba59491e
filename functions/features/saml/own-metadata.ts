import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Route } from '../../http/route.ts';
import { ownAddresses, type SamlSettings } from '../../services/saml/app.ts';

/** What this portal says of itself to the provider of an app; there is nothing secret in it. */
export const giveMetadata: Route = {
  method: 'GET',
  path: '/api/saml/metadata/{id}',
  async run(_request, _url, { id = '' }, ctx) {
    if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id)) throw new AppError('not_found');
    const [found] = await ctx.database.withPublic((db) => [
      db.execute(sql`select settings from app.saml_app(${ctx.tenant.id}::uuid, ${id}::uuid, ${ctx.host}, null)`),
    ]);
    const [app] = rowsOf<{ settings: SamlSettings }>(found);
    if (!app) throw new AppError('not_found');
    const { host, own, signRequests, singleLogout } = app.settings;
    const addresses = ownAddresses(id, host, ctx);
    const { writeMetadata } = await import('../../services/saml/metadata.ts');
    const document = writeMetadata({ ...addresses, logout: singleLogout ? addresses.logout : null, certificate: own.pem, signRequests });
    return new Response(document, { headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' } });
  },
};
