import { fold } from '../../domain/text/fold.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

/** The one platform, created by the set-up: the parent of every other tenant. */
const platformId = '00000000-0000-7000-8000-000000000001';
export const platform = {
  id: platformId,
  host: 'mirante.localhost',
  sql: `with t as (insert into tenants (id, kind, name, sort_key) values ($1, 'platform', 'Mirante', 'mirante') on conflict do nothing),
    s as (insert into settings (tenant_id) values ($1) on conflict do nothing)
    insert into domains (host, tenant_id) values ('mirante.localhost', $1) on conflict do nothing`,
  params: [platformId],
};

export type TenantOptions = {
  /** Another platform than the one that every other tenant belongs to: a root of its own for a test of layers. */
  kind?: 'partner' | 'unit' | 'platform';
  parent?: { id: string };
  host?: string;
  name?: string;
  status?: string;
  language?: string;
  zone?: string;
  trialEndsAt?: string;
  userLimit?: number;
  settings?: Record<string, unknown>;
};
export type Tenant = { id: string; kind: 'partner' | 'unit' | 'platform'; host: string; name: string; origin: string };

/** A tenant for one test, with its own host; a unit under a partner gets the partner's relation too. */
export async function makeTenant(options: TenantOptions = {}): Promise<Tenant> {
  const id = makeId();
  const {
    kind = 'unit',
    parent = platform,
    host = `t-${id.slice(0, 13)}.localhost`,
    name = `Tenant ${id.slice(0, 8)}`,
    status = 'A',
  } = options;
  const { language = 'pt-BR', zone = 'America/Sao_Paulo', trialEndsAt = null, userLimit = null, settings = {} } = options;
  await query(
    `with t as (insert into tenants (id, kind, parent_id, name, sort_key, status, language, zone, trial_ends_at, user_limit)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)),
      s as (insert into settings (tenant_id, "values") values ($1, $11::jsonb)),
      r as (insert into relations (tenant_id, id, above_id, kind, until)
        select $1, gen_random_uuid(), p.id, 'partner', 'infinity' from tenants p where p.id = $3 and p.kind = 'partner')
      insert into domains (host, tenant_id) values ($12, $1)`,
    [id, kind, parent.id, name, fold(name), status, language, zone, trialEndsAt, userLimit, JSON.stringify(settings), host],
  );
  return { id, kind, host, name, origin: `http://${host}` };
}
