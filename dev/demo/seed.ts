import { getPasswords } from '../../functions/services/password.ts';
import { sealer } from '../../functions/services/seal.ts';
import type { OwnerSql } from '../database/owner.ts';
import { type DemoTenant, demoPassword, demoTenants } from './catalog.ts';
import { insertRows, type Rows } from './put-rows.ts';
import { readdress } from './readdress.ts';
import { redate } from './redate.ts';
import { seedCapacity } from './rows-of-capacity.ts';
import { fieldRows } from './rows-of-custom.ts';
import { seedEmbedding } from './rows-of-embedding.ts';
import { faqRows } from './rows-of-faq.ts';
import { importLineRows, importRows } from './rows-of-imports.ts';
import * as life from './rows-of-life.ts';
import { messageMailingRows, messageNewsRows, messageRows } from './rows-of-messages.ts';
import { newsRows } from './rows-of-news.ts';
import { portfolio, portfolioLinks } from './rows-of-portfolio.ts';
import * as reports from './rows-of-reports.ts';
import { samlRow } from './rows-of-saml.ts';
import { scimGroupRows, scimLogRows, scimPeople, scimTokenRows } from './rows-of-scim.ts';
import { answerRows, factorRows, permissionRows, signInRows } from './rows-of-sign-in-log.ts';
import { automationRows } from './rows-of-tasks.ts';
import { templateRows } from './rows-of-templates.ts';
import * as tenants from './rows-of-tenant.ts';
import { countUsage, usageRows } from './rows-of-usage.ts';
import * as walls from './rows-of-walls.ts';
import { wayRows } from './rows-of-ways.ts';
import { windowRows } from './rows-of-windows.ts';
import type { SeedOptions } from './seed-options.ts';
import { type Clock, clockAt } from './times.ts';

const hourMs = 3_600_000;

/**
 * Writes the demo once; at every later start it keeps people's changes and only moves dates that would expire and addresses
 * of the last run. Returns the time that its dates are counted from: within an hour they are kept, as in a portal
 * that kept running. Everything in one transaction: pass the connection of `owner.atOnce`.
 */
export async function seed(sql: OwnerSql, options: SeedOptions): Promise<number> {
  const { sealKeys, reportServiceUrl, smtpPort, sitePort, idp, now = Date.now(), datedAt = 0 } = options;
  const clock = clockAt(now);
  const { rows } = await sql.query('select 1 from tenants where id = $1', [demoTenants[0]?.id]);
  if (rows.length > 0) {
    const isDated = Math.abs(now - datedAt) < hourMs;
    if (!isDated) await redate(sql, clock, options);
    await readdress(sql, clock, options);
    return isDated ? datedAt : now;
  }
  const each = (getRows: (tenant: DemoTenant, clock: Clock) => Rows): Rows => demoTenants.flatMap((tenant) => getRows(tenant, clock));

  // Parents before children, tenants before the rows that belong to them.
  await insertRows(sql, 'tenants', each(tenants.tenantRows));
  await insertRows(sql, 'accounts', await accounts(clock));
  // Before the values, which are found by the searchable fields.
  await insertRows(sql, 'custom_fields', each(fieldRows));
  await insertRows(sql, 'users', each(tenants.userRows));
  await insertRows(
    sql,
    'service_accounts',
    await Promise.all(demoTenants.map((tenant) => tenants.accountRow(tenant, sealer(sealKeys), clock))),
  );
  await insertRows(sql, 'groups', each(reports.groupRows));
  await insertRows(sql, 'subgroups', each(reports.subgroupRows));
  await insertRows(
    sql,
    'reports',
    each((tenant) => reports.reportRows(tenant, clock, reportServiceUrl)),
  );
  const automation = demoTenants.map((tenant) => automationRows(tenant, clock));
  const rest: Record<string, Rows> = {
    domains: each(tenants.domainRows),
    relations: each(tenants.relationRows),
    settings: each(tenants.settingRows),
    themes: each(tenants.themeRows),
    notices: each(tenants.noticeRows),
    faq_entries: each(faqRows),
    notice_states: each(tenants.noticeStateRows),
    workspaces: each(tenants.workspaceRows),
    viewers: each(reports.viewerRows),
    audit: [...each(reports.auditRows), ...each(permissionRows)],
    sign_ins: each(signInRows),
    questionnaires: each(answerRows),
    report_words: each(reports.wordRows),
    grants: each(reports.grantRows),
    favorites: each(reports.favoriteRows),
    visits: each(reports.visitRows),
    maintenance: each(windowRows),
    tasks: automation.flatMap(({ tasks }) => tasks),
    task_triggers: automation.flatMap(({ triggers }) => triggers),
    task_runs: automation.flatMap(({ runs }) => runs),
    user_groups: each(life.userGroupRows),
    user_group_members: each(life.memberRows),
    sso_apps: each(wayRows),
    scim_tokens: each(scimTokenRows),
    scim_groups: each(scimGroupRows),
    scim_log: each(scimLogRows),
    catalog_requests: each(life.requestRows),
    report_views: each(life.viewRows),
    comments: each(life.commentRows),
    comment_mentions: each(life.mentionRows),
    playlists: each(walls.playlistRows),
    playlist_items: each(walls.playlistItemRows),
    playlist_shares: each(walls.playlistShareRows),
    playlist_devices: each(walls.displayRows),
    messages: each(messageRows),
    mailings: each(messageMailingRows),
    notifications: [...each(newsRows), ...each(messageNewsRows)],
    mail_templates: each(templateRows),
    user_imports: each(importRows),
    user_import_rows: each(importLineRows),
  };
  for (const [table, rowsOfTable] of Object.entries(rest)) await insertRows(sql, table, rowsOfTable);
  await sql.query(
    'update users set user_name = email, user_name_key = email, external_id = md5(id::text), scim_at = created_at where id = any ($1::uuid[])',
    [demoTenants.flatMap((tenant) => scimPeople(tenant, clock))],
  );
  await seedCapacity(sql, clock);
  await insertRows(sql, 'factors', await factorRows(sealer(sealKeys), clock));
  await seedPortfolio(sql, clock);
  await insertRows(sql, 'grants', each(life.laterGrantRows));
  await insertRows(sql, 'visits', each(usageRows));
  if (smtpPort)
    for (const tenant of demoTenants)
      await insertRows(sql, 'mail_servers', await tenants.mailServerRow(tenant, sealer(sealKeys), smtpPort, clock));
  if (sitePort) await seedEmbedding(sql, sealer(sealKeys), clock, sitePort);
  if (idp) await insertRows(sql, 'sso_apps', [await samlRow(idp, sealer(sealKeys), clock)]);
  await countUsage(sql, clock);
  return now;
}

/** Units without activity, so that a portfolio has every state; and the paying clients. */
async function seedPortfolio(sql: OwnerSql, clock: Clock): Promise<void> {
  await insertRows(sql, 'tenants', portfolio.tenants(clock));
  await insertRows(sql, 'settings', portfolio.settings());
  await insertRows(sql, 'domains', portfolio.domains());
  await insertRows(sql, 'relations', portfolio.relations(clock));
  await insertRows(sql, 'parties', portfolio.parties(clock));
  for (const { text, values } of portfolioLinks) await sql.query(text, values);
}

/** One hash for all of them: everyone's password is printed at each start anyway. */
async function accounts(clock: Clock): Promise<Rows> {
  const password = await getPasswords(process.env.MIRANTE_PASSWORD_COST).hash(demoPassword);
  const emails = new Set(
    demoTenants.flatMap((tenant) =>
      tenants
        .getPeople(tenant)
        .filter(tenants.hasAccount)
        .map((person) => person.email),
    ),
  );
  return [...emails].map((email) => ({
    id: tenants.getAccountId(email),
    email,
    password,
    created_at: clock.ago(400 * 1440),
    verified_at: clock.ago(400 * 1440),
  }));
}
