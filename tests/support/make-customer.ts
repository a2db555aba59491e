import { fold } from '../../domain/text/fold.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

export type PartyOptions = {
  name?: string;
  kind?: 'client' | 'partner';
  document?: string | null;
  code?: string | null;
  ofTenant?: { id: string };
};

/** The client that pays a tenant, or the registration data of a partner. */
export async function makeCustomer(tenant: { id: string }, options: PartyOptions = {}): Promise<{ id: string; name: string }> {
  const id = makeId();
  const { name = `Party ${id.slice(0, 8)}`, kind = 'client', document = null, code = null, ofTenant } = options;
  await query(
    'insert into parties (tenant_id, id, kind, of_tenant_id, fantasy_name, sort_key, document, customer_code) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [tenant.id, id, kind, ofTenant?.id ?? null, name, fold(name), document, code],
  );
  return { id, name };
}
