import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { announce } from './announce.ts';
import { build } from './build.ts';
import { type Child, startLeashed, startOwn } from './child.ts';
import { isAlive } from './database/lock.ts';
import { dataFolder, root } from './folders.ts';
import { idpKeys } from './idp/people.ts';
import { clients } from './idp-oidc/people.ts';
import { findPort } from './ports.ts';
import { claimRun, forgetRun, recordRun } from './run-file.ts';
import { localSecrets, workerSecrets, writeWorkerEnvironment } from './secrets.ts';
import { startWorker } from './worker.ts';

const begun = performance.now();
const folder = dataFolder();
const children: Child[] = [];
let isEnding = false;

/** The Worker first and the database last, so that nothing is cut off in the middle of a write. */
async function end(code: number, sentence?: string): Promise<never> {
  if (isEnding) process.exit(1); // asked twice: the children end when the channel breaks
  isEnding = true;
  if (sentence) console.error(sentence);
  for (const child of children.toReversed()) await child.stop();
  forgetRun(folder);
  process.exit(code);
}

/** After a kill -9 the children need a moment to notice; the next start waits for the one that holds the data. */
async function waitForLeftovers(): Promise<void> {
  const lock = join(folder, 'pg.lock');
  const isHeld = () => existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')));
  for (let waited = 0; waited < 5000 && isHeld(); waited += 50) await pause(50);
}

function keep(child: Child): Child {
  children.push(child);
  void child.ended.then(() => isEnding || end(1, `${child.name} ended; Mirante stops.`));
  return child;
}

type DemoPorts = Record<'reports' | 'smtp' | 'site' | 'idp', number>;
function startDatabase(port: number, { reports, smtp, site, idp }: DemoPorts): Promise<void> {
  return new Promise((resolve) => {
    const args = [
      '--folder',
      join(folder, 'pg'),
      '--port',
      String(port),
      '--seed',
      `http://127.0.0.1:${reports}`,
      '--smtp',
      String(smtp),
      '--site',
      String(site),
      '--idp',
      String(idp),
    ];
    keep(startOwn('The database', 'dev/database/main.ts', args, { onMessage: () => resolve() }));
  });
}

/** A stand-in says in its first line of JSON where it is. */
function startStandIn<T extends { url: string }>(name: string, script: string, port: number, more: string[] = []): Promise<T> {
  return new Promise((resolve) => {
    const onLine = (line: string, from: 'out' | 'err') => {
      if (from === 'out' && line.startsWith('{')) resolve(JSON.parse(line));
      else console.error(`${name}: ${line}`);
    };
    keep(
      startLeashed(name, [process.execPath, '--disable-warning=ExperimentalWarning', join(root, script), '--port', String(port), ...more], {
        onLine,
      }),
    );
  });
}

/** Cron never fires by itself on a laptop. */
function tickEveryMinute(port: number): void {
  const tick = () => fetch(`http://127.0.0.1:${port}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`, { signal: AbortSignal.timeout(55_000) });
  setInterval(() => tick().catch(() => {}), 60_000);
}

async function waitUntilHealthy(port: number): Promise<void> {
  let last = 'no answer';
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(50)) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5000) });
      if (response.ok) return;
      last = `${response.status} ${(await response.text()).slice(0, 500)}`;
    } catch {
      // Not listening yet.
    }
  }
  await end(1, `The portal did not become healthy within a minute. /healthz: ${last}. Its log: ${join(folder, 'worker.log')}`);
}

async function start(): Promise<void> {
  await waitForLeftovers();
  const wanted = Number(process.env.MIRANTE_PORT ?? 8787);
  const from = wanted === 0 ? 0 : wanted + 1;
  const ports = {
    portal: await findPort(wanted),
    database: await findPort(from),
    reports: await findPort(from),
    mail: await findPort(from),
    smtp: await findPort(from),
    directory: await findPort(from),
    site: await findPort(from),
    idp: await findPort(from),
  };
  if (wanted !== 0 && ports.portal !== wanted) console.log(`Port ${wanted} is taken; Mirante uses ${ports.portal}.`);
  const secrets = localSecrets(folder);
  mkdirSync(folder, { recursive: true });

  // Before the two that read it.
  await idpKeys(folder);
  const mailCertificate = join(folder, 'mail.pem');
  const database = `http://127.0.0.1:${ports.database}/sql`;
  const databaseIsUp = startDatabase(ports.database, ports);
  const standIns = Promise.all([
    startStandIn<{ url: string }>('The report service', 'dev/powerbi/server.ts', ports.reports),
    startStandIn<{ url: string; smtpPort: number; tlsPort: number }>('The mail catcher', 'dev/mail/server.ts', ports.mail, [
      ...['--smtp', String(ports.smtp), '--certificate', mailCertificate],
    ]),
    startStandIn<{ url: string }>('The cloud identity provider', 'dev/idp-oidc/server.ts', ports.directory),
    startStandIn<{ url: string }>("The site of Vértice's own", 'dev/site/server.ts', ports.site, ['--portal', String(ports.portal)]),
    startStandIn<{ url: string }>('The SAML provider', 'dev/idp/server.ts', ports.idp, [
      ...['--folder', folder, '--portal', String(ports.portal)],
    ]),
  ]);
  if (build('web')) console.log('Built the pages.');
  const [reportService, mail, directory, site, idp] = await standIns;
  const log = createWriteStream(join(folder, 'worker.log'));
  keep(
    startWorker({
      port: ports.portal,
      folder,
      secretsFile: writeWorkerEnvironment(folder, { ...workerSecrets(secrets), ENTRA_CLIENT_SECRET: clients.product.secret }),
      vars: {
        STAGE: 'local',
        PRODUCT_HOST: 'localhost',
        NEON_FETCH_ENDPOINT: database,
        ENTRA_AUTHORITY: reportService.url,
        SIGN_IN_AUTHORITY: directory.url,
        ENTRA_CLIENT_ID: clients.product.id,
        REPORT_SERVICE_API: reportService.url,
        AZURE_MANAGEMENT_API: reportService.url,
        REPORT_SERVICE_EMBED_ORIGIN: reportService.url,
        SMTP_HOST: 'localhost',
        SMTP_PORT: String(mail.smtpPort),
        SMTP_PROTOCOL: 'starttls',
        SMTP_USER: '',
        SMTP_FROM: 'portal@mirante.test',
        SMTP_STAND_IN: `localhost:${mail.smtpPort},localhost:${mail.tlsPort}`,
        SAML_STAND_IN: new URL(idp.url).host,
        PORTAL_PORT: String(ports.portal),
      },
      certificate: mailCertificate,
      log,
    }),
  );
  await databaseIsUp;
  await waitUntilHealthy(ports.portal);
  const url = `http://vertice.localhost:${ports.portal}`;
  recordRun(folder, {
    pid: process.pid,
    url,
    port: ports.portal,
    mail: mail.url,
    reportService: reportService.url,
    site: site.url,
    idp: idp.url,
    database,
  });
  tickEveryMinute(ports.portal);
  const readyMs = performance.now() - begun;
  console.log(
    announce({
      portal: ports.portal,
      mail: mail.url,
      reportService: reportService.url,
      directory: directory.url,
      site: site.url,
      idp: idp.url,
      log: join(folder, 'worker.log').replace(`${root}/`, ''),
      readyMs,
    }),
  );
}

const other = claimRun(folder);
if (other) {
  const where = other.url ? `already running at ${other.url}` : 'already starting';
  console.error(`Mirante is ${where} (process ${other.pid}). Stop it with Ctrl-C in its window or with npm stop.`);
  process.exit(1);
}
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(event, () => end(0));
// dev/boot.mjs was killed: nobody would stop this process any more.
process.on('disconnect', () => end(0));
await start().catch((error: Error) => end(1, error.message));
