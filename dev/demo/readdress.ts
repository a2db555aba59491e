import { sealer } from '../../functions/services/seal.ts';
import type { OwnerSql } from '../database/owner.ts';
import { demoSamlId } from '../idp/demo-app.ts';
import { demoTenants } from './catalog.ts';
import { updateRows } from './put-rows.ts';
import { readdressEmbedding } from './rows-of-embedding.ts';
import { providerAddresses } from './rows-of-saml.ts';
import { factorRows } from './rows-of-sign-in-log.ts';
import { accountRow } from './rows-of-tenant.ts';
import type { SeedOptions } from './seed-options.ts';
import type { Clock } from './times.ts';

/** The stand-ins' addresses have changed since the last start, or the keys are those of another data folder. */
export async function readdress(
  sql: OwnerSql,
  clock: Clock,
  { sealKeys, reportServiceUrl, smtpPort, sitePort, idp }: SeedOptions,
): Promise<void> {
  if (idp)
    await sql.query('update sso_apps set settings = settings || $2::jsonb where id = $1', [
      demoSamlId,
      JSON.stringify(providerAddresses(idp)),
    ]);
  if (smtpPort) await sql.query(`update mail_servers set port = $1 where host = 'localhost' and port <> $1`, [smtpPort]);
  await reseal(sql, sealKeys, clock);
  if (sitePort) await readdressEmbedding(sql, sealer(sealKeys), clock, Object.keys(JSON.parse(sealKeys).keys), sitePort);
  // Every report of the stand-in, also those that people added: its port may be another one now.
  await sql.query(
    `update reports set embed_url = regexp_replace(embed_url, '^http://127[.]0[.]0[.]1:[0-9]+', $1)
      where embed_url ~ '^http://127[.]0[.]0[.]1:[0-9]+/' and not starts_with(embed_url, $1 || '/')`,
    [reportServiceUrl],
  );
}

/** A kept database (MIRANTE_POSTGRES) may meet the keys of a new data folder; what it sealed with the lost ones is sealed again. */
async function reseal(sql: OwnerSql, sealKeys: string, clock: Clock): Promise<void> {
  const known = Object.keys(JSON.parse(sealKeys).keys);
  const lost = await sql.query(`select id from service_accounts where split_part(secret_sealed, '.', 1) <> all ($1::text[])`, [known]);
  const ids = lost.rows.map((row) => row.id);
  const rows = demoTenants.filter((tenant) => ids.includes(tenant.account.id)).map((tenant) => accountRow(tenant, sealer(sealKeys), clock));
  if (rows.length > 0) await updateRows(sql, 'service_accounts', ['secret_sealed'], await Promise.all(rows));
  const factors = await sql.query(`select 1 from factors where kind = 'totp' and split_part(secret, '.', 1) <> all ($1::text[])`, [known]);
  for (const { id, secret } of factors.rows.length > 0 ? await factorRows(sealer(sealKeys), clock) : [])
    await sql.query('update factors set secret = $2 where id = $1', [id, secret]);
}
