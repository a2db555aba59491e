import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { announce } from './announce.ts';
import { build } from './build.ts';
import { type Child, startOwn } from './child.ts';
import { isAlive } from './database/lock.ts';
import { dataFolder, root } from './folders.ts';
import { idpKeys } from './idp/people.ts';
import { clients } from './idp-oidc/people.ts';
import { mailCertificate, mailCertificateFile } from './mail/certificate.ts';
import { findPort } from './ports.ts';
import { rebuildOnChange } from './rebuild.ts';
import { claimRun, forgetRun, recordRun } from './run-file.ts';
import { localSecrets, workerSecrets, writeWorkerEnvironment } from './secrets.ts';
import { siteOrigin } from './site/demo-key.ts';
import { startWorker } from './worker.ts';

const begun = performance.now();
const folder = dataFolder();
const children: Child[] = [];
let isEnding = false;

/** Stops the Worker first and the database last, so that no write is interrupted. */
async function end(code: number, sentence?: string): Promise<never> {
  if (isEnding) process.exit(1); // asked twice: the children end when the channel breaks
  isEnding = true;
  if (sentence) console.error(sentence);
  for (const child of children.toReversed()) await child.stop();
  forgetRun(folder);
  process.exit(code);
}

/** After a kill -9 the children need a moment to notice; the next start waits for the process that holds the data. */
async function waitForLeftovers(): Promise<void> {
  const lock = join(folder, 'pg.lock');
  const isHeld = () => existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')));
  for (let waited = 0; waited < 5000 && isHeld(); waited += 50) await pause(50);
}

function keep(child: Child): Child {
  children.push(child);
  void child.ended.then(() => isEnding || !children.includes(child) || end(1, `${child.name} ended; Mirante stops.`));
  return child;
}

type Ports = Record<'portal' | 'database' | 'reports' | 'mail' | 'smtp' | 'smtpTls' | 'directory' | 'site' | 'idp', number>;

function startDatabase(ports: Ports): Promise<void> {
  return new Promise((resolve) => {
    const args = {
      folder: join(folder, 'pg'),
      port: ports.database,
      seed: `http://127.0.0.1:${ports.reports}`,
      smtp: ports.smtp,
      site: ports.site,
      idp: ports.idp,
    };
    const list = Object.entries(args).flatMap(([name, value]) => [`--${name}`, String(value)]);
    keep(startOwn('The database', 'dev/database/main.ts', list, { onMessage: () => resolve() }));
  });
}

/** A stand-in announces in a first line of JSON that it listens. */
function startStandIn(name: string, script: string, port: number, more: string[] = []): Promise<void> {
  return new Promise((resolve) => {
    const onLine = (line: string, from: 'out' | 'err') => {
      if (from === 'out' && line.startsWith('{')) resolve();
      else console.error(`${name}: ${line}`);
    };
    keep(startOwn(name, script, ['--port', String(port), ...more], { onLine }));
  });
}

function startStandIns(ports: Ports): Promise<unknown> {
  const portal = ['--portal', String(ports.portal)];
  const mail = ['--smtp', String(ports.smtp), '--tls', String(ports.smtpTls), '--folder', folder];
  return Promise.all([
    startStandIn('The report service', 'dev/powerbi/server.ts', ports.reports),
    startStandIn('The mail catcher', 'dev/mail/server.ts', ports.mail, mail),
    startStandIn('The cloud identity provider', 'dev/idp-oidc/server.ts', ports.directory),
    startStandIn("The site of Vértice's own", 'dev/site/server.ts', ports.site, portal),
    startStandIn('The SAML provider', 'dev/idp/server.ts', ports.idp, ['--folder', folder, ...portal]),
  ]);
}

/** Cron never fires by itself on a laptop. */
function tickEveryMinute(port: number): void {
  const tick = () => fetch(`http://127.0.0.1:${port}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`, { signal: AbortSignal.timeout(55_000) });
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

async function choosePorts(): Promise<Ports> {
  const wanted = Number(process.env.MIRANTE_PORT ?? 8787);
  const portal = await findPort(wanted);
  if (wanted !== 0 && portal !== wanted) console.log(`Port ${wanted} is taken; Mirante uses ${portal}.`);
  const others = ['database', 'reports', 'mail', 'smtp', 'smtpTls', 'directory', 'site', 'idp'] as const;
  const ports: [string, number][] = [['portal', portal]];
  for (const name of others) ports.push([name, await findPort(wanted === 0 ? 0 : wanted + 1)]);
  return Object.fromEntries(ports) as Ports; // because fromEntries forgets the names
}

async function start(): Promise<void> {
  await waitForLeftovers();
  const ports = await choosePorts();
  const secrets = localSecrets(folder);
  // Before those that read them.
  await idpKeys(folder);
  mailCertificate(folder);
  const urls = {
    database: `http://127.0.0.1:${ports.database}/sql`,
    mail: `http://127.0.0.1:${ports.mail}`,
    reportService: `http://127.0.0.1:${ports.reports}`,
    directory: `http://127.0.0.1:${ports.directory}`,
    site: siteOrigin(ports.site),
    idp: `http://localhost:${ports.idp}`,
  };
  const databaseIsUp = startDatabase(ports);
  for (const part of ['web', 'worker'] as const) if (build(part)) console.log(`Built the ${part === 'web' ? 'pages' : 'Worker'}.`);
  // In parallel with the stand-ins: it takes the longest, and their ports are known already.
  const log = createWriteStream(join(folder, 'worker.log'));
  const launch = () =>
    keep(
      startWorker({
        port: ports.portal,
        folder,
        secretsFile: writeWorkerEnvironment(folder, { ...workerSecrets(secrets), ENTRA_CLIENT_SECRET: clients.product.secret }),
        vars: {
          STAGE: 'local',
          PRODUCT_HOST: 'localhost',
          NEON_FETCH_ENDPOINT: urls.database,
          ENTRA_AUTHORITY: urls.reportService,
          SIGN_IN_AUTHORITY: urls.directory,
          ENTRA_CLIENT_ID: clients.product.id,
          REPORT_SERVICE_API: urls.reportService,
          AZURE_MANAGEMENT_API: urls.reportService,
          REPORT_SERVICE_EMBED_ORIGIN: urls.reportService,
          SMTP_HOST: 'localhost',
          SMTP_PORT: String(ports.smtp),
          SMTP_PROTOCOL: 'starttls',
          SMTP_USER: '',
          SMTP_FROM: 'portal@mirante.test',
          SMTP_STAND_IN: `localhost:${ports.smtp},localhost:${ports.smtpTls}`,
          SAML_STAND_IN: new URL(urls.idp).host,
          PORTAL_PORT: String(ports.portal),
          // Only tests set it: they sign in hundreds of times.
          PASSWORD_COST: process.env.MIRANTE_PASSWORD_COST ?? '',
        },
        certificate: mailCertificateFile(folder),
        log,
      }),
    );
  let worker = launch();
  await Promise.all([startStandIns(ports), databaseIsUp]);
  await waitUntilHealthy(ports.portal);
  const { directory, ...recorded } = urls;
  recordRun(folder, { pid: process.pid, url: `http://vertice.localhost:${ports.portal}`, port: ports.portal, ...recorded });
  tickEveryMinute(ports.portal);
  const readyMs = performance.now() - begun;
  const logName = join(folder, 'worker.log').replace(`${root}/`, '');
  console.log(announce({ portal: ports.portal, ...recorded, directory, log: logName, readyMs }));
  const stopWorker = async () => {
    children.splice(children.indexOf(worker), 1);
    await worker.stop();
  };
  rebuildOnChange(stopWorker, () => {
    if (!isEnding) worker = launch();
  });
}

const other = claimRun(folder);
if (other) {
  const where = other.url ? `already running at ${other.url}` : 'already starting';
  console.error(`Mirante is ${where} (process ${other.pid}). Stop it with Ctrl-C in its window or with npm stop.`);
  process.exit(1);
}
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(event, () => end(0));
// dev/boot.mjs was killed: nothing else would stop this process.
process.on('disconnect', () => end(0));
await start().catch((error: Error) => end(1, error.message));
