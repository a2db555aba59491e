import { linkHours, passwordPath } from '../../domain/accounts/links.ts';
import { getHash, newId, newSecret } from '../../functions/services/ids.ts';
import { insertRows } from '../demo/put-rows.ts';
import { Stopped } from '../stopped.ts';
import { mainDomainRow, type NewTenant, personRow, settingsRow, tenantRow } from '../tenant-rows.ts';
import type { Wish } from './wish.ts';

/** The owner of the tables; every policy lets it through, because it is a member of the gate. */
// because the shape of a row is known only to the statement's author.
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Sql = { query(text: string, params?: unknown[]): Promise<{ rows: any[] }> };
export type Invitation = {
  host: string;
  name: string;
  email: string;
  /** Null where the Worker mails it. */
  link: string | null;
  until: Date;
};

/** Creates the platform with its first operator, or invites another one, in one transaction. */
export async function bootstrap(sql: Sql, wish: Wish): Promise<Invitation> {
  await sql.query('begin');
  try {
    // A concurrent second run waits here and then finds the platform of the first.
    await sql.query(`select pg_advisory_xact_lock(hashtext('mirante.bootstrap'))`);
    const invitation = wish.isAgain ? await inviteOperator(sql, wish) : await makePlatform(sql, wish);
    await sql.query('commit');
    return invitation;
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
}

type Platform = { id: string; name: string; hosts: string[] };

async function getPlatform(sql: Sql): Promise<Platform | undefined> {
  const { rows } = await sql.query(`select t.id, t.name, coalesce((select array_agg(d.host order by d.main desc, d.created_at, d.host)
      from domains d where d.tenant_id = t.id), '{}') as hosts from tenants t where t.kind = 'platform'`);
  return rows[0];
}

async function makePlatform(sql: Sql, wish: Wish): Promise<Invitation> {
  const known = await getPlatform(sql);
  if (known)
    throw new Stopped(
      `This database has a platform already: ${known.name}, at https://${known.hosts[0]}. To invite an operator there: npm run ` +
        `bootstrap -- --again --host ${known.hosts[0]} --email …`,
    );
  const { tenant: name, language, zone, host } = wish;
  // Operators administer every tenant: the second factor is required from the first day.
  const settings = { mfa_master: 'S' };
  const tenant: NewTenant = { id: newId(Date.now()), kind: 'platform', parentId: null, name, language, zone, host, settings };
  await insertRows(sql, 'tenants', [tenantRow(tenant)]);
  await insertRows(sql, 'settings', [settingsRow(tenant)]);
  await insertRows(sql, 'domains', [mainDomainRow(tenant)]);
  await record(sql, tenant.id, 'tenant.add', { name, kind: 'platform', host, administrator: wish.email });
  return invite(sql, tenant.id, await addOperator(sql, tenant.id, wish), wish);
}

/** Adds an operator to the platform, or sends the invitation again if it hasn't been accepted. The account itself is not changed. */
async function inviteOperator(sql: Sql, wish: Wish): Promise<Invitation> {
  const platform = await getPlatform(sql);
  if (!platform) throw new Stopped('This database has no platform yet: leave --again out.');
  if (!platform.hosts.includes(wish.host))
    throw new Stopped(`The platform of this database is at ${platform.hosts.join(', ')}, not at ${wish.host}.`);
  const { rows } = await sql.query(
    `select id, name, status, account_id from users where tenant_id = $1 and email = $2 and seat is null and deleted_at is null for update`,
    [platform.id, wish.email],
  );
  const [person] = rows;
  if (person?.account_id)
    throw new Stopped(
      `${wish.email} is an operator already. A lost password or factor is mended from the sign-in page; with another address a new ` +
        'operator is invited, who can help (docs/deploy.md).',
    );
  if (person && !['A', 'T'].includes(person.status))
    throw new Stopped(`${wish.email} is an operator who was blocked: another one unblocks them.`);
  await record(sql, platform.id, 'tenant.invite', { name: platform.name, administrator: wish.email });
  return invite(sql, platform.id, person?.id ?? (await addOperator(sql, platform.id, wish)), { ...wish, name: person?.name ?? wish.name });
}

async function addOperator(sql: Sql, tenantId: string, { email, name, language }: Wish): Promise<string> {
  const id = newId(Date.now());
  await insertRows(sql, 'users', [
    { ...personRow({ tenantId, id, email, name, profile: 'a2m', language }), invited_at: new Date().toISOString() },
  ]);
  return id;
}

/** The audit row has no user: it marks an action of the deployment. */
async function record(sql: Sql, tenantId: string, what: string, after: Record<string, unknown>): Promise<void> {
  await insertRows(sql, 'audit', [
    { tenant_id: tenantId, id: newId(Date.now()), home_id: tenantId, what, row_id: tenantId, change: { after } },
  ]);
}

/** The product's own invitation, made by its function: same lifetime, and a later one voids it. */
async function invite(sql: Sql, tenantId: string, userId: string, { host, email, name, isMailed }: Wish): Promise<Invitation> {
  const until = new Date(Date.now() + linkHours.invite * 3_600_000);
  if (isMailed) {
    const body = { user_id: userId };
    await insertRows(sql, 'outbox', [{ tenant_id: tenantId, id: newId(Date.now()), kind: 'account.invite', body }]);
    return { host, name, email, link: null, until };
  }
  const token = newSecret();
  await sql.query('select app.enter_job($1::uuid)', [tenantId]);
  const { rows } = await sql.query(
    `select app.account_link($1::uuid, 'account.invite', $2::bytea, $3, $4, make_interval(hours => $5::int), '{}'::jsonb) as made`,
    [userId, await getHash(token), host, email, linkHours.invite],
  );
  if (!rows[0]?.made) throw new Error('The invitation was not made.');
  return { host, name, email, link: `https://${host}${passwordPath(token)}`, until };
}
