import type { OwnerSql } from '../database/owner.ts';
import { type DemoTenant, demoTenants } from './catalog.ts';
import { type Rows, updateRows } from './put-rows.ts';
import { importRows } from './rows-of-imports.ts';
import { commentRows, laterGrantRows, requestRows } from './rows-of-life.ts';
import { newsRows } from './rows-of-news.ts';
import { portfolio, shortTrial } from './rows-of-portfolio.ts';
import { reportRows, visitRows } from './rows-of-reports.ts';
import { scimLogRows, scimTokenRows } from './rows-of-scim.ts';
import { noticeRows, passingRows, relationRows, secretEndRows } from './rows-of-tenant.ts';
import { countUsage, moveUsage } from './rows-of-usage.ts';
import { displayRows } from './rows-of-walls.ts';
import { windowRows } from './rows-of-windows.ts';
import type { SeedOptions } from './seed-options.ts';
import { type Clock, isNew } from './times.ts';

/** Moves expiry dates by the time since the last start, unless people changed them. */
export async function redate(sql: OwnerSql, clock: Clock, { reportServiceUrl }: SeedOptions): Promise<void> {
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
  await updateRows(sql, 'visits', ['started_at', 'last_at', 'ended_at'], each(visitRows));
  await updateRows(sql, 'reports', ['data_at', 'freshness', 'checked_at'], reports, 't.dataset_id is not null');
  await updateRows(
    sql,
    'reports',
    ['created_at'],
    reports.filter((row) => latest.has(String(row.id))),
  );
  // Dates typed by people stay; those of the demo move with it.
  await updateRows(
    sql,
    'service_accounts',
    ['secret_ends_at', 'secret_warned_days'],
    each(secretEndRows),
    't.version = 1 and t.secret_ends_at < n.secret_ends_at',
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
  // An import that was reopened for its two rows ends when people finish it.
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
