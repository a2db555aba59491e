import { sealer } from '../../functions/services/seal.ts';
import type { OwnerSql } from '../database/owner.ts';
import { demoSamlId } from '../idp/demo-app.ts';
import { type DemoTenant, demoTenants } from './catalog.ts';
import { type Rows, updateRows } from './put-rows.ts';
import { redateEmbedding } from './rows-of-embedding.ts';
import { importRows } from './rows-of-imports.ts';
import { commentRows, laterGrantRows, requestRows } from './rows-of-life.ts';
import { newsRows } from './rows-of-news.ts';
import { portfolio, shortTrial } from './rows-of-portfolio.ts';
import { reportRows, visitRows } from './rows-of-reports.ts';
import { providerAddresses } from './rows-of-saml.ts';
import { scimLogRows, scimTokenRows } from './rows-of-scim.ts';
import { factorRows } from './rows-of-sign-ins.ts';
import { accountRow, noticeRows, passingRows, relationRows, secretEndRows } from './rows-of-tenant.ts';
import { countUsage, moveUsage } from './rows-of-usage.ts';
import { displayRows } from './rows-of-walls.ts';
import { windowRows } from './rows-of-windows.ts';
import type { SeedOptions } from './seed.ts';
import { type Clock, isNew } from './times.ts';

/** Moves what would run out since the last start, and only where people left it able to run out. */
export async function redate(
  sql: OwnerSql,
  clock: Clock,
  { sealKeys, reportServiceUrl, smtpPort, sitePort, idp }: SeedOptions,
): Promise<void> {
  const each = (rowsOf: (tenant: DemoTenant, clock: Clock) => Rows): Rows => demoTenants.flatMap((tenant) => rowsOf(tenant, clock));
  const reports = each((tenant) => reportRows(tenant, clock, reportServiceUrl));
  const latest = new Set(demoTenants.flatMap((tenant) => tenant.reports.filter(isNew).map((report) => report.id)));

  for (const tenant of demoTenants.filter((each) => each.trialEndsInDays !== null))
    await sql.query(`update tenants set trial_ends_at = $2 where id = $1 and status = 'T'`, [tenant.id, clock.trialEnd(tenant)]);
  await sql.query(`update tenants set trial_ends_at = $2, trial_told = null where id = $1 and status = 'T'`, shortTrial(clock));
  await updateRows(sql, 'relations', ['until'], [...each(relationRows), ...portfolio.relations(clock)], 't.ended_at is null');
  await updateRows(sql, 'notices', ['ends_at'], each(noticeRows), 't.ends_at is not null');
  await updateRows(sql, 'users', ['invited_at', 'expires_at'], each(passingRows), "t.version = 1 and t.status = 'A'");
  await redateLife(sql, clock);
  if (idp)
    await sql.query('update sso_apps set settings = settings || $2::jsonb where id = $1', [
      demoSamlId,
      JSON.stringify(providerAddresses(idp)),
    ]);
  await updateRows(sql, 'visits', ['started_at', 'last_at', 'ended_at'], each(visitRows));
  await updateRows(sql, 'reports', ['data_at', 'freshness', 'checked_at'], reports, 't.dataset_id is not null');
  await updateRows(
    sql,
    'reports',
    ['created_at'],
    reports.filter((row) => latest.has(String(row.id))),
  );
  // What a person typed is a day of his own; what the demo wrote runs out with it.
  await updateRows(
    sql,
    'service_accounts',
    ['secret_ends_at', 'secret_warned_days'],
    each(secretEndRows),
    't.version = 1 and t.secret_ends_at < n.secret_ends_at',
  );
  if (smtpPort) await sql.query(`update mail_servers set port = $1 where host = 'localhost' and port <> $1`, [smtpPort]);
  await reseal(sql, sealKeys, clock);
  if (sitePort) await redateEmbedding(sql, sealer(sealKeys), clock, Object.keys(JSON.parse(sealKeys).keys), sitePort);
  // Every report of the stand-in, also those that people added: its port may be another one now.
  await sql.query(
    `update reports set embed_url = regexp_replace(embed_url, '^http://127[.]0[.]0[.]1:[0-9]+', $1)
      where embed_url ~ '^http://127[.]0[.]0[.]1:[0-9]+/' and not starts_with(embed_url, $1 || '/')`,
    [reportServiceUrl],
  );
}

/** What people have done since stays as they left it: a decided request, a cancelled window, a revoked display. */
async function redateLife(sql: OwnerSql, clock: Clock): Promise<void> {
  const each = (rowsOf: (tenant: DemoTenant, clock: Clock) => Rows): Rows => demoTenants.flatMap((tenant) => rowsOf(tenant, clock));
  const marks = ['starts_at', 'ends_at', 'announced_at', 'opened_at', 'closed_at'];
  await updateRows(sql, 'maintenance', marks, each(windowRows), 't.version = 1 and t.cancelled_at is null');
  await updateRows(
    sql,
    'catalog_requests',
    ['asked_at', 'decided_at', 'valid_until'],
    each(requestRows),
    't.state = n.state and t.version = 1',
  );
  await updateRows(sql, 'grants', ['valid_until'], each(laterGrantRows), `t.source = 'catalog' and t.valid_until is not null`);
  await updateRows(sql, 'comments', ['created_at'], each(commentRows));
  await updateRows(sql, 'notifications', ['created_at', 'vars'], each(newsRows));
  // One that was opened again for its two rows ends when people end it.
  await updateRows(
    sql,
    'user_imports',
    ['created_at', 'started_at', 'ended_at'],
    each(importRows),
    `t.state = 'done' and t.version = n.version`,
  );
  await updateRows(
    sql,
    'playlist_devices',
    ['last_seen', 'expires_at'],
    each(displayRows),
    't.revoked_at is null and t.last_seen < n.last_seen',
  );
  await updateRows(sql, 'scim_log', ['at'], each(scimLogRows));
  await updateRows(
    sql,
    'scim_tokens',
    ['last_used_at', 'expires_at'],
    each(scimTokenRows),
    't.revoked_at is null and t.last_used_at < n.last_used_at',
  );
  let moved = false;
  for (const tenant of demoTenants) moved = (await moveUsage(sql, tenant, clock)) || moved;
  if (moved) await countUsage(sql, clock);
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
