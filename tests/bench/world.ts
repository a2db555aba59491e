import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { startOwn } from '../../dev/child.ts';
import { getUrls } from '../../dev/database/roles.ts';
import { root } from '../../dev/folders.ts';
import { localSecrets, workerSecrets } from '../../dev/secrets.ts';
import { getPasswords } from '../../functions/services/password.ts';
import { password } from '../support/password.ts';
import { type Cluster, startPostgres } from '../support/postgres.ts';
import { fill, type Size } from './fill.ts';

/** A filled database behind the product's endpoint, which runs in a separate process as under `npm start`. */
export type World = {
  cluster: Cluster;
  /** Database of the cluster. */
  name: string;
  endpoint: string;
  urls: ReturnType<typeof getUrls>;
  secrets: ReturnType<typeof workerSecrets>;
  /** A superuser's direct connection, bypassing the endpoint. */
  owner: Client;
  close(): Promise<void>;
};

let cluster: Promise<Cluster> | null = null;
let hash: Promise<string> | null = null;
const worlds = new Map<string, Promise<World>>();
export const smallSize: Size = { tenants: 10, usersEach: 100 };

/** 10 tenants with 1,000 people, shared by the parts that ask for it. */
export const smallWorld = (): Promise<World> => openWorld('small', smallSize);

export function openWorld(name: string, size: Size): Promise<World> {
  const known = worlds.get(name);
  if (known) return known;
  const opening = open(name, size);
  worlds.set(name, opening);
  return opening;
}

async function open(name: string, size: Size): Promise<World> {
  cluster ??= startPostgres();
  hash ??= getPasswords().hash(password);
  const postgres = await cluster;
  const admin = await postgres.connect('postgres');
  await admin.query(`create database ${name}`);
  await admin.end();
  const folder = join(postgres.folder, name);
  const owner = await postgres.connect(name);
  const first = await startEndpoint(folder, postgres.url(name));
  await owner.query(readFileSync(join(root, 'tests/support/clock.sql'), 'utf8'));
  await fill(owner, size, await hash);
  const { passwords, keys } = localSecrets(postgres.folder);
  const close = async () => {
    worlds.delete(name);
    await first.stop();
    await owner.end();
  };
  return {
    cluster: postgres,
    name,
    endpoint: first.endpoint,
    urls: getUrls(passwords),
    secrets: workerSecrets({ passwords, keys }),
    owner,
    close,
  };
}

/** Another endpoint on a world's database: its connections see settings changed since. */
export function startEndpoint(folder: string, url: string): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const child = startOwn('The database', 'dev/database/main.ts', ['--folder', folder, '--port', '0'], {
      env: { ...process.env, MIRANTE_POSTGRES: url },
      onLine: (line) => said.push(line),
      onMessage: (message) => {
        if (typeof message === 'object' && message && 'endpoint' in message && typeof message.endpoint === 'string')
          resolve({ endpoint: message.endpoint, stop: () => child.stop() });
      },
    });
    void child.ended.then(() => reject(new Error(`The database endpoint ended:\n${said.join('\n')}`)));
  });
}

/** Stops everything that the parts share. */
export async function closeWorlds(): Promise<void> {
  for (const world of [...worlds.values()]) await world.then((each) => each.close()).catch(() => {});
  await cluster?.then((each) => each.close()).catch(() => {});
  cluster = null;
}
