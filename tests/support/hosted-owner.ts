import { join } from 'node:path';
import pg, { type Client } from 'pg';
import { migrate } from '../../db/migrate.ts';
import { letRolesIn, makePasswords } from '../../dev/database/roles.ts';
import { root } from '../../dev/folders.ts';
import type { Cluster } from './postgres.ts';

/**
 * Database owners that aren't superusers: one with the least privileges the migrations need, and Neon's, whose roles bypass row-level
 * security and are members of a role that does.
 */
const hostedOwners = {
  plain: 'nosuperuser createrole createdb',
  neondb_owner: 'inherit createrole createdb bypassrls replication in role neon_superuser',
};
export type HostedOwner = keyof typeof hostedOwners;

const neonSuperuser =
  'create role neon_superuser createdb createrole nologin replication bypassrls in role pg_read_all_data, pg_write_all_data';

/** Creates an empty database of such an owner in a separate cluster and returns its connection string. */
export async function createHosted(cluster: Cluster, owner: HostedOwner): Promise<string> {
  const superuser = await cluster.connect('postgres');
  if (owner === 'neondb_owner') await superuser.query(neonSuperuser);
  await superuser.query(`create role ${owner} login ${hostedOwners[owner]}`);
  await superuser.query(`create database ${owner} owner ${owner}`);
  await superuser.end();
  return cluster.url(owner).replace('postgres@', `${owner}@`);
}

/** What a deployment does to a database as its owner: the migrations, then the logins of the roles. */
export const deployDatabase = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const applied = await migrate(client, join(root, 'migrations'));
    await letRolesIn(
      { query: (text, params) => client.query(text, params), exec: async (text) => void (await client.query(text)) },
      makePasswords(),
    );
    return applied;
  });

/** Opens one connection for the duration of `work`. */
export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
