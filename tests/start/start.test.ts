import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { neon, neonConfig } from '@neondatabase/serverless';
import { describe, expect, test } from 'vitest';
import { getUrls } from '../../dev/database/roles.ts';
import { root } from '../../dev/folders.ts';
import { findPort } from '../../dev/ports.ts';
import { end, getProcesses, leftovers, newDataFolder, startPortal } from './portal.ts';

const isUp = async (port = 0) => (await fetch(`http://127.0.0.1:${port}/healthz`)).status === 200;

function occupy(port: number): Promise<Server> {
  const server = createServer((_, response) => response.end('somebody else'));
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

describe('npm start', () => {
  test('takes the next port if one is taken, also with two starts at once; a second start prints the first’s address; Ctrl-C leaves no process', async () => {
    const folder = newDataFolder();
    const folderBeside = newDataFolder();
    const port = await findPort(0);
    const other = await occupy(port);
    const first = startPortal(folder, port);
    const beside = startPortal(folderBeside, port);
    const [run, runBeside] = await Promise.all([first.ready(), beside.ready()]);
    other.close();
    expect(first.said()).toContain(`Port ${port} is taken; Mirante uses ${run.port}.`);
    expect(Math.min(run.port ?? 0, runBeside.port ?? 0)).toBeGreaterThan(port);
    expect(run.port).not.toBe(runBeside.port);
    expect([await isUp(run.port), await isUp(runBeside.port)]).toEqual([true, true]);
    beside.process.kill('SIGTERM');
    expect(await beside.ended).toBe(0);

    const second = startPortal(folder, port);
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(`Mirante is already running at ${run.url} (process ${run.pid})`);
    expect(await isUp(run.port)).toBe(true);

    process.kill(-(first.process.pid ?? 0), 'SIGINT');
    expect(await first.ended).toBe(0);
    expect(await leftovers(folder, 5_000)).toEqual([]);
  });

  test('leaves no process whichever of its processes is killed, and the next start finds the data', async () => {
    const folder = newDataFolder();
    const port = await findPort(0);
    const keys = new Set<string>();
    const done = new Set<string>();
    const victims = [
      { name: 'start', pick: (pid: number) => [pid], signal: 'SIGKILL' },
      { name: 'boot', pick: (_: number, boot: number) => [boot], signal: 'SIGKILL' },
      { name: 'the database', pick: () => [Number(readFileSync(`${folder}/pg.lock`, 'utf8'))], signal: 'SIGKILL' },
      { name: 'boot, asked politely', pick: (_: number, boot: number) => [boot], signal: 'SIGTERM' },
      { name: 'all at once', pick: () => getProcesses(folder), signal: 'SIGKILL' },
    ] as const;
    for (const { name, pick, signal } of victims) {
      const portal = startPortal(folder, port);
      const run = await portal.ready();
      keys.add(await demoTenants(folder));
      done.add(workDone(folder));
      for (const pid of pick(run.pid, portal.process.pid ?? 0)) end(pid, signal);
      expect(await leftovers(folder, 30_000), `after the end of ${name}`).toEqual([]);
    }
    expect(keys.size).toBe(1);
    expect([...keys][0]).not.toBe('');
    // Warm starts build nothing and leave the demo's dates: that makes them fast.
    expect([...done]).toHaveLength(1);
    // Five starts and five ends, also on a busy machine.
  }, 300_000);
});

/** When the parts were built and the demo's dates computed. */
function workDone(folder: string): string {
  const builtAt = ['out/index.js', 'dist/index.html'].map((file) => statSync(join(root, file)).mtimeMs);
  return JSON.stringify([...builtAt, JSON.parse(readFileSync(`${folder}/pg/demo.json`, 'utf8')).datedAt]);
}

/** The contents of the database, as its owner sees them: the same tenants at every start, created once. */
async function demoTenants(folder: string): Promise<string> {
  const { passwords } = JSON.parse(readFileSync(`${folder}/secrets.json`, 'utf8'));
  neonConfig.fetchEndpoint = JSON.parse(readFileSync(`${folder}/run.json`, 'utf8')).database;
  const rows = await neon(getUrls(passwords).owner, { disableWarningInBrowsers: true }).query(
    'select id, name, created_at from tenants order by id',
  );
  return rows.map((row) => `${row.id} ${row.name} ${row.created_at}`).join('\n');
}
