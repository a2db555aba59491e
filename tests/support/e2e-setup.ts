import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { build } from '../../dev/build.ts';
import { startOwn } from '../../dev/child.ts';
import { getUrls } from '../../dev/database/roles.ts';
import { root } from '../../dev/folders.ts';
import { runningOn } from '../../dev/run-file.ts';
import { localSecrets } from '../../dev/secrets.ts';
import { cheapCost } from './password.ts';
import { realPostgres } from './postgres.ts';
import type { BrowserWorld } from './provided.ts';
import { workersFor } from './workers-for.ts';

type Running = { portal: BrowserWorld; close: () => Promise<void> };

/**
 * The real `npm start` with its demo, on free ports and fresh data: one for each worker. Two things differ, because they cost less: each has
 * a Postgres of its own, and no proxies of wrangler before its Worker. tests/start starts portals on PGlite, with `wrangler dev`.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Concurrent runs need separate data.
  const data = process.env.MIRANTE_E2E_DATA ?? join(root, 'test-results', 'portal');
  const folders = Array.from({ length: await workersFor(project) }, (_, at) => (at === 0 ? data : `${data}-${at + 1}`));
  for (const part of ['web', 'worker'] as const) build(part); // Once, or each of them would.
  const running = await Promise.all(folders.map(start));
  project.provide(
    'portals',
    running.map(({ portal }) => portal),
  );
  return async () => {
    await Promise.all(running.map(({ close }) => close()));
  };
}

async function start(data: string): Promise<Running> {
  rmSync(data, { recursive: true, force: true });
  const said: string[] = [];
  // What the browser's tests run is not of the recording: that is of the tests of the API.
  const { MIRANTE_STATEMENTS: _, ...ours } = process.env;
  const cluster = process.env.MIRANTE_POSTGRES ? null : await realPostgres();
  const postgres = await cluster?.create('portal');
  const env = {
    ...ours,
    MIRANTE_DATA: data,
    MIRANTE_PORT: '0',
    MIRANTE_PASSWORD_COST: cheapCost,
    MIRANTE_WORKER_PROGRAM: join(root, 'tests/support/portal-worker.ts'),
    ...(postgres && { MIRANTE_POSTGRES: postgres }),
  };
  const child = startOwn('npm start', 'dev/start.ts', [], { env, onLine: (line) => said.push(line) });
  for (const deadline = Date.now() + 120_000; ; await pause(100)) {
    if (child.hasEnded() || Date.now() > deadline) throw new Error(`The portal did not start:\n${said.join('\n')}`);
    const run = runningOn(data);
    if (!run?.port || !run.mail || !run.reportService || !run.site || !run.idp || !run.database) continue;
    const { port, mail, reportService, site, idp } = run;
    const database = { endpoint: run.database, urls: getUrls(localSecrets(data).passwords) };
    const close = async () => {
      await child.stop();
      await cluster?.close();
    };
    return { portal: { port, data, mail, reportService, site, idp, database }, close };
  }
}
