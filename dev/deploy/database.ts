import { migrate, pendingMigrations, readMigrations } from '../../db/migrate.ts';
import { connected, isRefused } from '../connected.ts';
import { type Say, Stopped } from '../stopped.ts';
import type { Neon } from './neon.ts';
import { breakingChanges } from './schema.ts';
import { roleUrls, type Settings } from './settings.ts';

/** The names of the migrations that a database lacks; nothing is written. */
export const migrationsToApply = (url: string, folder: string): Promise<string[]> =>
  connected(url, async (client) => (await pendingMigrations(client, folder)).map(({ name }) => name));

type Prepare = { url: string; settings: Settings; migrations: string; neon: Neon; isLive: boolean; say: Say };

/**
 * Applies the migrations to a branch of the same data, then to the database; then sets the roles' passwords and checks their privileges.
 * Returns the roles with a new password: a version uploaded earlier can't connect as these.
 */
export async function prepareDatabase({ url, settings, migrations, neon, isLive, say }: Prepare): Promise<string[]> {
  const pending = await migrationsToApply(url, migrations);
  if (pending.length > 0) {
    if (isLive) await warnOfBreaking(migrations, pending, say);
    say(`Trying ${pending.length} migrations on a branch of the database…`);
    await neon.withBranch(url, async (branch) => {
      const moved = Object.fromEntries(roleUrls.map(({ name }) => [name, at(branch, settings[name] ?? '')]));
      await bring(branch, moved, migrations).catch((error: Error) => {
        throw new Stopped(
          `The migrations failed on a branch: ${error.message}. The database of the portal is as it was; nothing was uploaded.`,
        );
      });
    });
    say('They went well there.');
  }
  const { applied, passwords } = await bring(url, settings, migrations);
  say(applied.length > 0 ? `Applied ${applied.length} migrations, ${applied.at(-1)} last.` : 'The database has every migration.');
  if (passwords.length > 0) say(`Gave a password to ${passwords.join(', ')}.`);
  if (passwords.length > 0 && isLive)
    say('Until the upload ends the version that runs now is without the database; it is no version to roll back to.');
  return passwords;
}

async function warnOfBreaking(folder: string, pending: string[], say: Say): Promise<void> {
  const found = (await readMigrations(folder)).filter(({ name }) => pending.includes(name)).flatMap(breakingChanges);
  for (const change of found) say(`Beware: ${change}. The version that runs now may fail until the upload ends.`);
  if (found.length > 0) say('After this deployment `--rollback` will refuse to go back before it.');
}

/** Brings a database to the code's state; every step is idempotent. */
async function bring(url: string, settings: Settings, folder: string): Promise<{ applied: string[]; passwords: string[] }> {
  const applied = await connected(url, (client) => migrate(client, folder));
  const passwords: string[] = [];
  for (const { name, role } of roleUrls) {
    const address = settings[name] ?? '';
    if (await letsIn(name, address)) continue;
    const password = decodeURIComponent(new URL(address).password);
    await connected(url, (client) => client.query(`alter role ${role} login password '${password.replaceAll("'", "''")}'`));
    if (!(await letsIn(name, address)))
      throw new Stopped(`${name} doesn't lead into the database: its host and database must be those of DATABASE_URL_MIGRATE.`);
    passwords.push(role);
  }
  const { rows } = await connected(url, (client) => client.query(unsafeRoles));
  if (rows.length > 0)
    throw new Stopped(`These roles could see past the policies: ${rows.map(({ rolname }) => rolname).join(', ')}. Nothing was uploaded.`);
  return { applied, passwords };
}

async function letsIn(name: string, url: string): Promise<boolean> {
  try {
    await connected(url, (client) => client.query('select 1'), name);
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

/** A role's address on another branch of the same database. */
function at(branch: string, url: string): string {
  const [there, moved] = [new URL(branch), new URL(url)];
  moved.host = there.host;
  moved.pathname = there.pathname;
  return moved.href;
}

/**
 * The host where the platform's operators sign in; null before `npm run bootstrap`. The owner is a member of the gate, whose rows these
 * are.
 */
export async function platformHost(url: string): Promise<string | null> {
  const find = `select d.host from domains d join tenants t on t.id = d.tenant_id where t.kind = 'platform' order by d.main desc, d.host limit 1`;
  return (await connected(url, (client) => client.query(find))).rows[0]?.host ?? null;
}

/**
 * Points a customer's own domain to the unit of a host of the product, if the unit's form names it (`own_domain`). The returned text is
 * for the operator.
 */
export async function leadToUnit(url: string, domain: string, unit: string): Promise<string> {
  return connected(url, async (client) => {
    const find = `select t.id, t.name, t.own_domain, (select d.tenant_id from domains d where d.host = $1) as held
      from domains u join tenants t on t.id = u.tenant_id where u.host = $2 and t.deleted_at is null`;
    const [found] = (await client.query(find, [domain, unit])).rows;
    if (!found) throw new Stopped(`${unit} is no unit of this portal.`);
    if (found.own_domain !== domain)
      throw new Stopped(`The form of ${found.name} doesn't name ${domain} as its own domain: enter it there first.`);
    if (found.held && found.held !== found.id) throw new Stopped(`${domain} leads to another unit.`);
    if (found.held) return `${domain} leads to ${found.name}.`;
    await client.query('begin');
    await client.query('insert into domains (host, tenant_id, main) values ($1, $2, false)', [domain, found.id]);
    await client.query(
      `insert into audit (tenant_id, user_id, actor_id, home_id, what, row_id, change)
        values ($1::uuid, null, null, $1::uuid, 'tenant.edit', $1::uuid, jsonb_build_object('after', jsonb_build_object('host', $2::text)))`,
      [found.id, domain],
    );
    await client.query('commit');
    return `${domain} leads to ${found.name} now; up to two minutes pass until every place knows it.`;
  });
}

/** What is checked on a copy of the database; the owner can't read the rows themselves. */
export async function lookAt(url: string): Promise<string> {
  return connected(url, async (client) => {
    const { rows } = await client.query('select name, at::text from app_migrations.applied order by name desc limit 1');
    const { rows: size } = await client.query('select pg_size_pretty(pg_database_size(current_database())) as size');
    const last = rows[0] ? `${rows[0].name}, applied ${rows[0].at}` : 'none';
    return `${size[0]?.size ?? '?'}; last migration: ${last}`;
  });
}

// A role made in Neon's console may be a member of one that bypasses row-level security; membership counts like the attribute.
const unsafeRoles = `select r.rolname from pg_roles r
  where r.rolname in (${roleUrls.map(({ role }) => `'${role}'`).join(', ')}, 'mirante_gate')
    and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication
      or exists (select from pg_auth_members m where m.member = r.oid) or exists (select from pg_class c where c.relowner = r.oid)
      or (r.rolname = 'mirante_gate' and r.rolcanlogin))`;
