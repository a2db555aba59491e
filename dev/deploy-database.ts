import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../db/migrate.ts';
import { roleUrls } from './deploy-settings.ts';
import { root } from './folders.ts';

/** Migrates a real Postgres, gives the product's roles the passwords of their addresses and refuses roles that could see past the policies. */
export async function prepareDatabase(url: string, secrets: Record<string, string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const applied = await migrate(client, join(root, 'migrations'));
    for (const { name, role } of roleUrls) {
      const password = decodeURIComponent(new URL(secrets[name] ?? '').password);
      await client.query(`alter role ${role} login password '${password.replaceAll("'", "''")}'`);
    }
    const { rows } = await client.query(unsafeRoles);
    if (rows.length > 0)
      throw new Error(`These roles could see past the policies: ${rows.map((row) => row.rolname).join(', ')}. Nothing was uploaded.`);
    return applied;
  } finally {
    await client.end();
  }
}

// A role made in a console may be a member of one that bypasses row-level security; membership counts as much as the attribute.
const unsafeRoles = `select r.rolname from pg_roles r
  where r.rolname in (${roleUrls.map(({ role }) => `'${role}'`).join(', ')}, 'mirante_gate')
    and (r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication
      or exists (select from pg_auth_members m where m.member = r.oid) or exists (select from pg_class c where c.relowner = r.oid)
      or (r.rolname = 'mirante_gate' and r.rolcanlogin))`;
