import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type NeonQueryFunction, neon, neonConfig } from '@neondatabase/serverless';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { takeLock } from '../../dev/database/lock.ts';
import { openMigrated } from '../../dev/database/migrated.ts';
import { getOwner } from '../../dev/database/owner.ts';
import { type Database, startDatabase } from '../../dev/database/server.ts';
import { root } from '../../dev/folders.ts';
import { startPostgres } from '../support/postgres.ts';
import { newDataFolder } from './portal.ts';

const migrations = join(root, 'migrations');
let database: Database;
let app: NeonQueryFunction<false, false>;

beforeAll(async () => {
  database = await startDatabase({ migrations });
  neonConfig.fetchEndpoint = database.endpoint;
  app = neon(database.urls.app, { disableWarningInBrowsers: true });
});
afterAll(() => database.close());

/** Simulates a crash: every connection breaks mid-request. */
async function stopPostgres(folder: string): Promise<void> {
  const [pid] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGQUIT');
  await pause(1_000);
}

test('a Postgres that crashes during a request does not end the endpoint’s process', async () => {
  const cluster = await startPostgres();
  const crashing = await startDatabase({ migrations, postgres: await cluster.create('crashing') });
  try {
    const asked = (query: string) =>
      fetch(crashing.endpoint, {
        method: 'POST',
        headers: { 'neon-connection-string': crashing.urls.owner, 'content-type': 'application/json' },
        body: JSON.stringify({ query, params: [] }),
        signal: AbortSignal.timeout(15_000),
      }).then(({ status }) => status);
    expect(await asked('select 1')).toBe(200);
    const broken: unknown[] = [];
    process.on('uncaughtExceptionMonitor', (error) => broken.push(error));
    const waiting = asked('select pg_sleep(20)');
    await pause(500);
    await stopPostgres(cluster.folder);
    expect(await waiting).toBeGreaterThanOrEqual(400);
    expect(await asked('select 1')).toBeGreaterThanOrEqual(400);
    expect(broken).toEqual([]);
  } finally {
    await crashing.close().catch(() => undefined);
    await cluster.close().catch(() => undefined);
  }
});

describe('the local database endpoint', () => {
  test('requires the right password and then runs as that role, not as the owner', async () => {
    expect(await app.query('select current_user, session_user')).toEqual([{ current_user: 'mirante_app', session_user: 'mirante_app' }]);
    const stranger = neon(database.urls.app.replace(/:[^:@]+@/, ':guessed@'), { disableWarningInBrowsers: true });
    await expect(stranger.query('select 1')).rejects.toThrow('password authentication failed');
  });

  test.each([
    'reset session authorization',
    `select set_config('session_authorization', 'postgres', false)`,
    'discard all',
    'set role postgres',
  ])('does not let a request become the owner with %s', async (text) => {
    await expect(app.query(text)).rejects.toMatchObject({ code: '42501' });
    expect(await app.query('select current_user')).toEqual([{ current_user: 'mirante_app' }]);
  });

  test('carries no state from one request to the next', async () => {
    await app.query(`set timezone = 'Asia/Tokyo'`);
    await app.query(`select set_config('app.me', 'forged', false)`);
    expect(
      await app.query(`select current_setting('timezone') <> 'Asia/Tokyo' as zone, coalesce(current_setting('app.me', true), '') as me`),
    ).toEqual([{ zone: true, me: '' }]);
  });

  test('runs a batch as one transaction, with the isolation level and read-only mode of its headers', async () => {
    const facts = `select pg_current_xact_id_if_assigned() is null as unwritten, now() as at,
      current_setting('transaction_isolation') as level, current_setting('transaction_read_only') as ro`;
    const [first, second] = await app.transaction([app.query(facts), app.query(facts)], {
      readOnly: true,
      isolationLevel: 'RepeatableRead',
    });
    expect(first).toEqual(second);
    expect(first?.[0]).toMatchObject({ level: 'repeatable read', ro: 'on' });
  });

  test('rolls back a batch whose second statement fails', async () => {
    const owner = neon(database.urls.owner, { disableWarningInBrowsers: true });
    await expect(owner.transaction([owner.query('create table half ()'), owner.query('select 1 / 0')])).rejects.toMatchObject({
      code: '22012',
    });
    expect(await owner.query(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
  });

  test('answers 400 with the code of a failed statement, and refuses an invalid body', async () => {
    const ask = (body: string) =>
      fetch(database.endpoint, { method: 'POST', headers: { 'neon-connection-string': database.urls.app }, body });
    const wrong = await ask('{"query":"selec","params":[]}');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: '42601', message: expect.stringContaining('syntax error') }]);
    expect((await ask('nonsense')).status).toBe(400);
    expect((await ask('{"query":"copy pg_class from stdin","params":[]}')).status).toBe(400);
    expect(await app.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('counts trips per path, and a fault on one path does not affect another', async () => {
    const headers = { 'neon-connection-string': database.urls.owner };
    const at = (path: string) => new URL(path, database.endpoint);
    const query = (tag: string) =>
      fetch(`${database.endpoint}/${tag}`, {
        method: 'POST',
        headers: { 'neon-connection-string': database.urls.app },
        body: '{"query":"select 1"}',
      });
    await query('one');
    expect(await fetch(at('/__db/stats?tag=one'), { headers }).then((answer) => answer.json())).toEqual({ requests: 1, statements: 1 });
    await fetch(at('/__db/fault?tag=one'), { method: 'POST', headers, body: '{"down":true}' });
    await expect(query('one')).rejects.toThrow();
    expect((await query('two')).status).toBe(200);
    expect((await fetch(at('/__db/stats'), { headers: { 'neon-connection-string': database.urls.app } })).status).toBe(403);
  });
});

describe('migrations', () => {
  test('a file that was changed after it was applied is refused by name', async () => {
    const folder = newDataFolder();
    cpSync(migrations, folder, { recursive: true });
    const last = readdirSync(folder).findLast((name) => name.endsWith('.sql')) ?? '';
    writeFileSync(join(folder, last), 'select 1;');
    const connection = { query: async (text: string, params?: unknown[]) => (params ? database.owner.query(text, params) : read(text)) };
    const read = async (text: string) =>
      text.startsWith('select') ? database.owner.query(text) : { rows: [await database.owner.exec(text)] };
    await expect(migrate(connection, folder)).rejects.toThrow(`${last} was changed after it was applied`);
    writeFileSync(join(folder, '0000_a_second_beginning.sql'), 'select 1;');
    await expect(migrate(connection, folder)).rejects.toThrow('Two migrations have the number 0000');
  });
});

describe('a new database', () => {
  const script = (table: string) => `create table ${table} (id int); insert into ${table} values (1);`;
  const migrationsWith = (table: string) => {
    const folder = newDataFolder();
    writeFileSync(join(folder, '0000_a_table.sql'), script(table));
    return folder;
  };
  /** Opens the database, reads which migrations ran and the rows of the first table, and closes it. */
  async function look(options: { folder?: string; migrations: string; shelf: string }, table: string) {
    const { engine, applied } = await openMigrated(options);
    const { rows } = await getOwner(engine).query(`select count(*)::int as n from ${table}`);
    await engine.close();
    return { applied, rows: rows[0]?.n };
  }
  const isNew = { applied: ['0000_a_table.sql'], rows: 1 };
  const isSnapshot = { applied: [], rows: 1 };

  test('comes from the snapshot of the same migrations; a damaged or outdated snapshot and a half-made folder are never used', async () => {
    const [shelf, migrations, data] = [newDataFolder(), migrationsWith('one'), newDataFolder()];
    expect(await look({ migrations, shelf }, 'one')).toEqual(isNew);
    expect(await look({ migrations, shelf }, 'one')).toEqual(isSnapshot);
    const folder = join(data, 'pg');
    expect(await look({ migrations, shelf, folder }, 'one')).toEqual(isSnapshot);
    expect(readdirSync(data)).toEqual(['pg']);

    // Simulates a start killed while it created the database.
    writeFileSync(join(data, 'pg.unfinished'), '');
    writeFileSync(join(folder, 'global/pg_control'), 'half');
    expect(await look({ migrations, shelf, folder }, 'one')).toEqual(isSnapshot);

    const [kept = ''] = readdirSync(shelf);
    const content = readFileSync(join(shelf, kept));
    content.writeUInt8(content.readUInt8(200_000) ^ 1, 200_000);
    writeFileSync(join(shelf, kept), content);
    expect(await look({ migrations, shelf }, 'one')).toEqual(isNew);
    expect(readdirSync(shelf)).toHaveLength(1);
    expect(readdirSync(shelf)).not.toContain(kept);
    expect(await look({ migrations, shelf }, 'one')).toEqual(isSnapshot);

    expect(await look({ migrations: migrationsWith('two'), shelf }, 'two')).toEqual(isNew);
  });
});

describe('the database folder', () => {
  test('refuses a second process with a sentence and exit code 3', async () => {
    const folder = newDataFolder();
    const giveBack = takeLock(join(folder, 'pg.lock'));
    const child = spawn(process.execPath, ['dev/database/main.ts', '--folder', join(folder, 'pg')], { cwd: root });
    let said = '';
    child.stderr.on('data', (part) => (said += part));
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(3);
    expect(said).toContain(`in use by process ${process.pid}`);
    giveBack();
  });

  test('with other migrations is refused with a remedy', async () => {
    const folder = newDataFolder();
    const migrations = newDataFolder();
    writeFileSync(join(migrations, '0000_of_another_version.sql'), 'select 1;');
    const { engine } = await openMigrated({ folder: join(folder, 'pg'), migrations, shelf: newDataFolder() });
    await engine.close();
    const { status, stderr } = spawnSync(process.execPath, ['dev/database/main.ts', '--folder', join(folder, 'pg')], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('0000_of_another_version.sql was applied to this database, but its file is gone');
    expect(stderr).toContain('Run npm run reset');
  });

  test('a lock of a dead process is taken over', () => {
    const folder = newDataFolder();
    writeFileSync(join(folder, 'pg.lock'), '999999999');
    takeLock(join(folder, 'pg.lock'))();
  });
});
