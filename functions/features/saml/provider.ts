import { AppError } from '../../../domain/errors/catalogue.ts';
import { readSamlMetadata } from '../../../domain/saml/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readDelegated, refuseUnlessDelegated } from '../../request/delegation.ts';
import { fetchDocument } from '../../services/saml/fetch-metadata.ts';

/** Metadata by address or inline; an address that tenants may not use is refused before any connection. */
export const readProvider = bind(readSamlMetadata, async ({ address, document }, ctx) => {
  if (!address && !document.trim()) throw new AppError('required', { name: 'address' }, { field: 'address' });
  const [left] = await ctx.database.withTenant(getEntry(ctx, 'saml.manage'), (db) => [readDelegated(db)]);
  refuseUnlessDelegated(left);
  let text = document;
  if (address) {
    const fetched = await fetchDocument(address, ctx.env);
    if ('fault' in fetched)
      throw new AppError(fetched.fault === 'refused' ? 'saml_address' : 'saml_unreachable', undefined, { field: 'address' });
    text = fetched.document;
  }
  const { readMetadata } = await import('../../services/saml/metadata.ts');
  const read = await readMetadata(text);
  if (!read) throw new AppError('saml_metadata', undefined, { field: address ? 'address' : 'document' });
  return read;
});
