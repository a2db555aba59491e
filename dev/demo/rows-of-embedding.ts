import type { Sealer } from '../../functions/services/seal.ts';
import type { OwnerSql } from '../database/owner.ts';
import { demoKey, siteOrigin } from '../site/demo-key.ts';
import { type DemoTenant, demoTenant } from './catalog.ts';
import { insertRows, type Rows, updateRows } from './put-rows.ts';
import { type Clock, day } from './times.ts';

/** Vértice embeds reports in its own site (dev/site); the key is sealed as the product seals it. */
async function keyRow(tenant: DemoTenant, seals: Sealer, clock: Clock): Promise<Rows[number]> {
  const place = { tenantId: tenant.id, table: 'embed_keys', rowId: demoKey.id, column: 'secret_sealed' };
  return {
    ...{ tenant_id: tenant.id, id: demoKey.id, name: 'Intranet', secret_sealed: await seals.seal(demoKey.secret, place) },
    ...{ created_by_id: tenant.people.find(({ profile }) => profile === 'admin')?.id ?? null, created_at: clock.ago(40 * day) },
  };
}

export async function seedEmbedding(sql: OwnerSql, seals: Sealer, clock: Clock, sitePort: number): Promise<void> {
  const tenant = demoTenant('vertice');
  await insertRows(sql, 'embed_keys', [await keyRow(tenant, seals, clock)]);
  await sql.query(`update settings set "values" = "values" || $2::jsonb where tenant_id = $1`, [
    tenant.id,
    JSON.stringify({ enable_embedded: 'S', embed_origins: [siteOrigin(sitePort)] }),
  ]);
}

/** The site may have another port now, and a kept database may be used with the keys of a new data folder. */
export async function readdressEmbedding(sql: OwnerSql, seals: Sealer, clock: Clock, known: string[], sitePort: number): Promise<void> {
  await sql.query(
    `update settings
      set "values" = jsonb_set("values", '{embed_origins}',
        (select jsonb_agg(case when o ~ '^http://intranet[.]localhost:[0-9]+$' then $1 else o end)
          from jsonb_array_elements_text("values"->'embed_origins') o))
      where jsonb_array_length("values"->'embed_origins') > 0`,
    [siteOrigin(sitePort)],
  );
  const lost = await sql.query(`select id from embed_keys where id = $1 and split_part(secret_sealed, '.', 1) <> all ($2::text[])`, [
    demoKey.id,
    known,
  ]);
  if (lost.rows.length > 0) await updateRows(sql, 'embed_keys', ['secret_sealed'], [await keyRow(demoTenant('vertice'), seals, clock)]);
}
