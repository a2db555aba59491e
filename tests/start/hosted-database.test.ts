import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { roleNames } from '../../dev/database/roles.ts';
import { root } from '../../dev/folders.ts';
import { createHosted, deployDatabase, type HostedOwner, withClient } from '../support/hosted-owner.ts';
import { startPostgres } from '../support/postgres.ts';

const migrations = join(root, 'migrations');
const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
const { owner: _, ...roles } = roleNames;
// `npm run deploy` refuses this too: membership counts as much as the attribute.
const unsafe = `select rolname
  from pg_roles
  where rolname like 'mirante\\_%'
    and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or rolinherit
  or exists (select from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = pg_roles.rolname))`;
// Security definer functions must not belong to the deployment's role, which may see everything.
const foreign = `select p.proname from pg_proc p where p.pronamespace = 'app'::regnamespace and p.prosecdef and p.proowner <> 'mirante_gate'::regrole`;

test.each<HostedOwner>(['plain', 'neondb_owner'])(
  'on Postgres 15 an owner that is no superuser (%s) migrates, lets the roles in, and does so twice',
  async (owner) => {
    const cluster = await startPostgres();
    try {
      const url = await createHosted(cluster, owner);
      expect(await deployDatabase(url)).toEqual(names);
      expect(await deployDatabase(url)).toEqual([]);
      await withClient(url, async (client) => {
        expect((await client.query(`select current_setting('is_superuser') as su, current_user as me`)).rows).toEqual([
          { su: 'off', me: owner },
        ]);
        expect((await client.query(unsafe)).rows).toEqual([]);
        expect((await client.query(foreign)).rows).toEqual([]);
        expect((await client.query('select extname from pg_extension')).rows).toEqual([{ extname: 'plpgsql' }]);
        await client.query(`insert into tenants (id, kind, name, sort_key) values (gen_random_uuid(), 'platform', 'One', 'one')`);
      });
      // The roles have their own logins, and see no rows without a session.
      for (const role of [roles.app, roles.wide, roles.job])
        await withClient(url.replace(owner, role), async (client) => {
          expect((await client.query('select current_user as me, (select count(*)::int from tenants) as seen')).rows).toEqual([
            { me: role, seen: 0 },
          ]);
        });
    } finally {
      await cluster.close();
    }
  },
);

// From Postgres 16 on, a role is not a member of the roles it creates, and may only alter those.
test('on Postgres 18 an owner that isn’t a superuser can migrate and create the roles’ logins', async () => {
  const database = await PGlite.create('memory://');
  const connection = {
    query: async (text: string, params?: unknown[]) =>
      params ? database.query(text, params) : ((await database.exec(text)).at(-1) ?? { rows: [] }),
  };
  try {
    await database.exec('create role plain login nosuperuser createrole createdb');
    await database.exec('alter database postgres owner to plain; set session authorization plain');
    expect(
      (await database.query(`select current_setting('server_version_num')::int >= 160000 as newer, current_setting('is_superuser') as su`))
        .rows,
    ).toEqual([{ newer: true, su: 'off' }]);
    expect(await migrate(connection, migrations)).toEqual(names);
    for (const role of Object.values(roles)) await database.exec(`alter role ${role} login password 'of-sixteen-letters-'`);
    expect((await database.query(foreign)).rows).toEqual([]);
    await database.exec(`insert into tenants (id, kind, name, sort_key) values (gen_random_uuid(), 'platform', 'One', 'one')`);
    expect((await database.query('select count(*)::int as seen from tenants')).rows).toEqual([{ seen: 1 }]);
  } finally {
    await database.close();
  }
});
