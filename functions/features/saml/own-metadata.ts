import { AppError } from '../../../domain/errors/catalogue.ts';
import { getOrigin } from '../../request/get-origin.ts';
import type { Route } from '../../request/route.ts';
import { ownAddresses } from '../../services/saml/app.ts';
import { readPage } from './saml.sql.ts';

/** The portal's own metadata for the provider of an app; nothing in it is secret. */
export const giveMetadata: Route = {
  method: 'GET',
  path: '/api/saml/metadata/{id}',
  async run(_request, _url, { id = '' }, ctx) {
    if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id)) throw new AppError('not_found');
    const [found] = await ctx.database.withPublic((db) => [readPage(db, ctx, id)]);
    const page = found.rows[0]?.page;
    if (!page) throw new AppError('not_found');
    const { host, certificate, signRequests, singleLogout } = page;
    const addresses = ownAddresses(id, getOrigin(host, ctx.env));
    const { writeMetadata } = await import('../../services/saml/metadata.ts');
    const document = writeMetadata({ ...addresses, logout: singleLogout ? addresses.logout : null, certificate, signRequests });
    return new Response(document, { headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' } });
  },
};
