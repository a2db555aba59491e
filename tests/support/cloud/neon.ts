import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from '../postgres.ts';
import { type Answer, type FakeApi, json, startFake } from './server.ts';

type Branch = { id: string; name: string; parent_id?: string; database: string; endpoint: { id: string; host: string } };

const refusal = (status: number, message: string): Answer => ({ status, body: { request_id: randomUUID(), code: '', message } });
const ok = (body: unknown, status = 200): Answer => ({ status, body });
const region = 'us-east-2.aws.neon.tech';

export type NeonFake = FakeApi & {
  key: string;
  project: string;
  /** The owner's direct address of the production branch. */
  databaseUrl: string;
  branches: Branch[];
  /** Keeps the production branch as it is now, for restores to this moment. */
  remember(): Promise<void>;
  /** Runs a statement as the superuser, bypassing all policies. */
  ask(database: string, text: string, params?: unknown[]): Promise<void>;
  close(): Promise<void>;
};

/**
 * Neon's API for one project whose branches are databases of a separate Postgres, with checked passwords and an owner that isn't a
 * superuser. Roles belong to the whole server here; at Neon they belong to a branch.
 */
export async function startNeon(cluster: Cluster, project: string): Promise<NeonFake> {
  const [key, password] = [`napi_${randomBytes(20).toString('hex')}`, randomBytes(12).toString('hex')];
  const port = new URL(cluster.url('postgres')).port;
  const askIn = async (database: string, text: string, params?: unknown[]) => {
    const client = await cluster.connect(database);
    await client.query(text, params).finally(() => client.end());
  };
  const ask = (text: string) => askIn('postgres', text);
  const hba = ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256', 'local all all reject'];
  writeFileSync(join(cluster.folder, 'data/pg_hba.conf'), `${hba.join('\n')}\n`);
  await ask('select pg_reload_conf()');
  // Neon's owner isn't a superuser but a member of a role that bypasses policies; the Worker's roles must not inherit that.
  await ask('create role neon_superuser createdb createrole nologin replication bypassrls in role pg_read_all_data, pg_write_all_data');
  await ask(
    `create role neondb_owner login inherit createrole createdb bypassrls replication in role neon_superuser password '${password}'`,
  );
  await ask('create database neondb owner neondb_owner');
  const getEndpoint = (name: string) => ({ id: `ep-${name}`, host: `ep-${name}.${region}` });
  const number = project.slice(-8);
  const main: Branch = { id: `br-main-${number}`, name: 'main', database: 'neondb', endpoint: getEndpoint(`main-${number}`) };
  const branches = [main];
  const history: { at: number; database: string }[] = [];
  const operations = new Map<string, number>();

  const copy = async (from: string, to: string) => {
    await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`);
    await ask(`create database "${to}" template "${from}" owner neondb_owner`);
  };
  /** An operation is done at the second poll. */
  const operation = (action: string) => {
    const id = randomUUID();
    operations.set(id, 0);
    return { id, action, status: 'running', project_id: project };
  };
  const databaseAt = (timestamp: string) => history.findLast(({ at }) => at <= Date.parse(timestamp))?.database;
  const shown = ({ id, name, parent_id }: Branch) => ({ id, name, parent_id, project_id: project, current_state: 'ready' });
  const endpointShown = ({ id, endpoint }: Branch) => ({ ...endpoint, branch_id: id, type: 'read_write', project_id: project });

  const api = await startFake(
    '/api/v2',
    {
      [`GET /projects/${project}/endpoints`]: () => ok({ endpoints: branches.map(endpointShown) }),
      [`GET /projects/${project}/branches`]: () => ok({ branches: branches.map(shown) }),
      [`POST /projects/${project}/branches`]: async (call) => {
        const { branch, endpoints } = json<{
          branch: { name: string; parent_id: string; parent_timestamp?: string; expires_at?: string };
          endpoints: { type: string }[];
        }>(call);
        const parent = branches.find(({ id }) => id === branch.parent_id);
        if (!parent) return refusal(404, 'branch not found');
        if (endpoints.length !== 1 || endpoints[0]?.type !== 'read_write') return refusal(400, 'one read_write endpoint');
        if (!branch.expires_at || Date.parse(branch.expires_at) < Date.now()) return refusal(400, 'expires_at must be in the future');
        const source = branch.parent_timestamp ? databaseAt(branch.parent_timestamp) : parent.database;
        if (!source) return refusal(400, 'the timestamp is outside of the history retention window');
        const name = randomBytes(4).toString('hex');
        const made = { id: `br-${name}`, name: branch.name, parent_id: parent.id, database: `branch_${name}`, endpoint: getEndpoint(name) };
        await copy(source, made.database);
        branches.push(made);
        const body = { branch: shown(made), endpoints: [endpointShown(made)], roles: [], databases: [] };
        return ok({ ...body, operations: [operation('create_branch'), operation('start_compute')] }, 201);
      },
      [`DELETE /projects/${project}/branches/:branch`]: async (_, id) => {
        const branch = branches.find((each) => each.id === id);
        if (!branch || branch === main) return refusal(422, 'cannot delete this branch');
        branches.splice(branches.indexOf(branch), 1);
        await ask(`drop database "${branch.database}" with (force)`);
        return ok({ branch: shown(branch), operations: [operation('delete_timeline')] });
      },
      [`GET /projects/${project}/operations/:operation`]: (_, id) => {
        const asked = operations.get(id);
        if (asked === undefined) return refusal(404, 'operation not found');
        operations.set(id, asked + 1);
        return ok({ operation: { id, action: 'any', status: asked > 0 ? 'finished' : 'running' } });
      },
      [`GET /projects/${project}/connection_uri`]: (call) => {
        const branch = branches.find(
          ({ id, endpoint }) => id === call.query.get('branch_id') && endpoint.id === call.query.get('endpoint_id'),
        );
        if (!branch || call.query.get('role_name') !== 'neondb_owner') return refusal(404, 'branch, endpoint or role not found');
        return ok({ uri: `postgresql://neondb_owner:${password}@${branch.endpoint.host}:${port}/${branch.database}` });
      },
      [`POST /projects/${project}/branches/:branch/restore`]: async (call, id) => {
        const body = json<{ source_branch_id: string; source_timestamp: string; preserve_under_name: string }>(call);
        const source = databaseAt(body.source_timestamp);
        if (id !== main.id || body.source_branch_id !== main.id || !body.preserve_under_name) return refusal(400, 'invalid restore');
        if (!source) return refusal(400, 'the timestamp is outside of the history retention window');
        const kept = `kept_${randomBytes(4).toString('hex')}`;
        await ask(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'neondb'`);
        await ask(`alter database neondb rename to ${kept}`);
        await copy(source, 'neondb');
        branches.push({ id: `br-${kept}`, name: body.preserve_under_name, database: kept, endpoint: getEndpoint(kept) });
        return ok({ branch: shown(main), operations: [operation('apply_config')] });
      },
    },
    ({ headers }) => (headers.authorization === `Bearer ${key}` ? null : refusal(401, 'supplied credentials do not pass authentication')),
    ({ path }) => refusal(404, `this route does not exist: ${path}`),
  );
  return {
    ...api,
    key,
    project,
    branches,
    databaseUrl: `postgresql://neondb_owner:${password}@${main.endpoint.host}:${port}/neondb`,
    ask: askIn,
    async remember() {
      const database = `history_${history.length}`;
      await copy('neondb', database);
      history.push({ at: Date.now(), database });
    },
  };
}
