import type { OwnerSql } from '../database/owner.ts';
import { type DemoTenant, demoTenants } from './catalog.ts';
import { insertRows, type Rows, updateRows } from './put-rows.ts';
import { redateCapacity } from './rows-of-capacity.ts';
import { importRows } from './rows-of-imports.ts';
import { commentRows, laterGrantRows, requestRows } from './rows-of-life.ts';
import { messageNewsRows, messageRows } from './rows-of-messages.ts';
import { newsRows } from './rows-of-news.ts';
import { portfolio, shortTrial } from './rows-of-portfolio.ts';
import { reportRows, visitRows } from './rows-of-reports.ts';
import { scimLogRows, scimTokenRows } from './rows-of-scim.ts';
import { automationRows } from './rows-of-tasks.ts';
import { noticeRows, passingRows, relationRows, secretEndRows } from './rows-of-tenant.ts';
import { countUsage, moveUsage } from './rows-of-usage.ts';
import { displayRows } from './rows-of-walls.ts';
import { windowRows } from './rows-of-windows.ts';
import type { SeedOptions } from './seed-options.ts';
import { type Clock, isNew } from './times.ts';

/** Moves expiry dates by the time since the last start, unless people changed them. */
export async function redate(sql: OwnerSql, clock: Clock, { reportServiceUrl }: SeedOptions): Promise<void> {
  const each = (getRows: (tenant: DemoTenant, clock: Clock) => Rows): Rows => demoTenants.flatMap((tenant) => getRows(tenant, clock));
  const reports = each((tenant) => reportRows(tenant, clock, reportServiceUrl));
  const latest = new Set(demoTenants.flatMap((tenant) => tenant.reports.filter(isNew).map((report) => report.id)));

  for (const tenant of demoTenants.filter((each) => each.trialEndsInDays !== null))
    await sql.query(`update tenants set trial_ends_at = $2 where id = $1 and status = 'T'`, [tenant.id, clock.trialEnd(tenant)]);
  await sql.query(`update tenants set trial_ends_at = $2, trial_told = null where id = $1 and status = 'T'`, shortTrial(clock));
  await updateRows(sql, 'relations', ['until'], [...each(relationRows), ...portfolio.relations(clock)], 't.ended_at is null');
  await updateRows(sql, 'notices', ['starts_at', 'ends_at'], each(noticeRows), 't.ends_at is not null');
  await updateRows(sql, 'users', ['invited_at', 'expires_at'], each(passingRows), "t.version = 1 and t.status = 'A'");
  await redateLife(sql, clock);
  await redateCapacity(sql, clock);
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
  const each = (getRows: (tenant: DemoTenant, clock: Clock) => Rows): Rows => demoTenants.flatMap((tenant) => getRows(tenant, clock));
  const automation = demoTenants.map((tenant) => automationRows(tenant, clock));
  const marks = ['starts_at', 'ends_at', 'announced_at', 'opened_at', 'closed_at'];
  await updateRows(sql, 'maintenance', marks, each(windowRows), 't.version = 1 and t.cancelled_at is null');
  await updateRows(
    sql,
    'tasks',
    ['starts_at', 'ends_at', 'last_sent_at'],
    automation.flatMap(({ tasks }) => tasks),
    't.version = 1',
  );
  await updateRows(
    sql,
    'task_triggers',
    ['next_at'],
    automation.flatMap(({ triggers }) => triggers),
    't.next_at is not null',
  );
  await redateRuns(
    sql,
    automation.flatMap(({ runs }) => runs),
  );
  await updateRows(
    sql,
    'catalog_requests',
    ['asked_at', 'decided_at', 'valid_until'],
    each(requestRows),
    't.state = n.state and t.version = 1',
  );
  await updateRows(sql, 'grants', ['valid_until'], each(laterGrantRows), `t.source = 'catalog' and t.valid_until is not null`);
  await updateRows(sql, 'comments', ['created_at'], each(commentRows));
  await updateRows(sql, 'notifications', ['created_at', 'vars'], [...each(newsRows), ...each(messageNewsRows)]);
  await updateRows(sql, 'messages', ['sent_at'], each(messageRows));
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

/** A run's key holds its time, so the history of the demo's tasks is written again; tasks that were deleted have none. */
async function redateRuns(sql: OwnerSql, runs: Rows): Promise<void> {
  const { rows } = await sql.query('select id from tasks where id = any ($1::uuid[])', [[...new Set(runs.map(({ task_id }) => task_id))]]);
  const there = new Set(rows.map(({ id }) => id));
  await sql.query('delete from task_runs where task_id = any ($1::uuid[])', [[...there]]);
  await insertRows(
    sql,
    'task_runs',
    runs.filter(({ task_id }) => there.has(String(task_id))),
  );
}
