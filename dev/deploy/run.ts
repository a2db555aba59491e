import { readMigrations } from '../../db/migrate.ts';
import { build } from '../build.ts';
import { type Say, Stopped } from '../stopped.ts';
import { type Cloudflare, getCloudflare } from './cloudflare.ts';
import { leadToUnit, lookAt, migrationsToApply, platformHost, prepareDatabase } from './database.ts';
import { getNeon, type Neon } from './neon.ts';
import { ensureResources } from './resources.ts';
import { ensureCustomerHost, ensureRoutes, getZone } from './routes.ts';
import { breakingSince } from './schema.ts';
import { makeSecrets } from './secrets-file.ts';
import { requireSettings, type Settings, settingsRefusals } from './settings.ts';
import { type Ask, smokeTest } from './smoke.ts';
import type { Target } from './target.ts';
import { ensureTriggers } from './triggers.ts';
import { dryUpload, getTag, upload } from './upload.ts';
import { getMigration, getVersion, serve, servedVersions, versionBefore } from './versions.ts';

/** A deployment's dependencies; everything external comes from here. */
export type Work = {
  target: Target;
  settings: Settings;
  secretsFile: string;
  migrations: string;
  say: Say;
  ask: Ask;
  /** How long the smoke test waits for each answer. */
  patienceMs: number;
  cloudflareApi: string;
  neonApi: string;
};

const cloudflareFor = ({ settings, cloudflareApi }: Work): Cloudflare =>
  getCloudflare({ token: settings.CLOUDFLARE_API_TOKEN ?? '', account: settings.CLOUDFLARE_ACCOUNT_ID ?? '', base: cloudflareApi });
const neonFor = ({ settings, neonApi, say }: Work): Neon =>
  getNeon({ key: settings.NEON_API_KEY ?? '', project: settings.NEON_PROJECT_ID ?? '', base: neonApi, say });
const ownerUrl = ({ settings }: Work) => settings.DATABASE_URL_MIGRATE ?? '';
const idle = (target: Target) => Object.fromEntries(target.namespaces.map(({ title }) => [title, '0'.repeat(32)]));

function refuseFaults({ settings, target, secretsFile, say }: Work): void {
  const faults = settingsRefusals(settings, target);
  for (const fault of faults) say(`✗ ${fault}`);
  if (faults.length > 0)
    throw new Stopped(`Nothing was deployed: put the settings above right (secrets stand in ${secretsFile}; docs/deploy.md).`);
}

function buildAll(say: Say): void {
  for (const part of ['web', 'worker'] as const) build(part);
  say('The pages and the Worker are built.');
}

/** Every step is idempotent: it creates what is missing and keeps what is right, so the same command resumes after a failure. */
export async function deploy(work: Work): Promise<void> {
  const { target, settings, say } = work;
  const cloudflare = cloudflareFor(work);
  let number = 0;
  const step = (what: string) => say(`[${++number}/7] ${what}`);

  step(`Settings of ${target.env}: the Worker ${target.name} for ${target.host}`);
  refuseFaults(work);
  buildAll(say);

  step('Cloudflare: zone, queues, bucket, namespace');
  const zone = await getZone(cloudflare, target.host);
  const resourceIds = await ensureResources(cloudflare, target, say);
  const served = await servedVersions(cloudflare, target.name);

  step('Database');
  const isLive = served.length > 0;
  const passwords = await prepareDatabase({ url: ownerUrl(work), settings, migrations: work.migrations, neon: neonFor(work), isLive, say });

  step('Upload');
  const config = target.config(resourceIds);
  const tag = getTag(config, settings);
  const active = served[0] ? await getVersion(cloudflare, target.name, served[0]) : null;
  const isSame = active?.annotations?.['workers/tag'] === tag;
  if (isSame) say(`The version in service (${tag}) has this very content: nothing is uploaded.`);
  else
    await upload({ config, settings, tag, message: `with ${(await readMigrations(work.migrations)).at(-1)?.name ?? 'no migration'}`, say });

  step('Queues and cron');
  await ensureTriggers(cloudflare, target, say);

  step('DNS and routes');
  await ensureRoutes(cloudflare, target, zone, say);

  step('Smoke test');
  await smokeOrBack(work, cloudflare, { tag, isSame, passwords });
}

type Uploaded = { tag: string; isSame: boolean; passwords: string[] };

/** Why an earlier version may fail on the current database; empty if it works. */
async function breakingFor({ target, migrations }: Work, cloudflare: Cloudflare, version: string): Promise<string[]> {
  const last = getMigration(await getVersion(cloudflare, target.name, version));
  return last ? breakingSince(migrations, last) : ['it is unknown which migrations it was made for'];
}

async function smokeOrBack(work: Work, cloudflare: Cloudflare, { tag, isSame, passwords }: Uploaded): Promise<void> {
  const { target, say } = work;
  const found = await platformHost(ownerUrl(work));
  const host = found ?? target.host;
  const wrong = await smokeTest({ ...work, host, tag, isBootstrapped: found !== null });
  if (!wrong) {
    say(`Deployed: https://${host}`);
    if (!found) say('It has no operator yet: docs/deploy.md, "The first operator".');
    return;
  }
  const before = isSame ? undefined : versionBefore(await servedVersions(cloudflare, target.name));
  if (!before) {
    throw new Stopped(
      `The smoke test failed: ${wrong}. ` +
        `${isSame ? 'Nothing was uploaded this time, so nothing was put back' : 'There is no earlier version to go back to'}. A new ` +
        `zone's certificate can take 15 minutes: \`npm run deploy -- --env ${target.env} --smoke\` asks again; docs/deploy.md, "When ` +
        'something fails".',
    );
  }
  const reasons = await breakingFor(work, cloudflare, before);
  if (passwords.length > 0) reasons.push(`${passwords.join(', ')} got a new password, which that version doesn't have`);
  for (const reason of reasons) say(`✗ ${reason}`);
  if (reasons.length > 0) {
    throw new Stopped(
      `The smoke test failed: ${wrong}. The new version stays in service: the one before (${before}) wouldn't work on the database ` +
        'as it is now, for the reasons above. Mend forward: put right what the smoke test found, and deploy again (docs/deploy.md, ' +
        '"When something fails").',
    );
  }
  await serve(cloudflare, target.name, before, `smoke test of ${tag} failed`);
  const still = await ask(work);
  throw new Stopped(
    `The smoke test failed: ${wrong}. The version before (${before}) is in service ` +
      `again${still ? `, but it isn't well either: ${still}. Mend forward` : ''}; the database keeps its migrations.`,
  );
}

export async function smoke(work: Work): Promise<void> {
  requireSettings(work.settings, ['DATABASE_URL_MIGRATE']);
  const wrong = await ask(work);
  if (wrong) throw new Stopped(`The smoke test failed: ${wrong}.`);
}

/** The smoke test of the version in service. */
async function ask(work: Work): Promise<string | null> {
  const found = await platformHost(ownerUrl(work));
  return smokeTest({ ...work, host: found ?? work.target.host, tag: null, isBootstrapped: found !== null });
}

/** Prints what a deployment would do, without a network. */
export async function dryRun(work: Work): Promise<void> {
  const { target, settings, say } = work;
  const faults = settingsRefusals(settings, target);
  for (const fault of faults) say(`✗ ${fault}`);
  say(
    faults.length > 0
      ? `${faults.length} settings are missing or wrong for a real deployment (docs/deploy.md).`
      : 'The settings are right.',
  );
  buildAll(say);
  await dryUpload(target.config(idle(target)), say);
  const migrations = await readMigrations(work.migrations);
  say('Dry run: nothing left this machine. A deployment would now');
  say(`  1. find the zone of ${target.host}`);
  say(
    `  2. make what is missing of the queues ${target.queues.join(', ')}, the bucket ${target.buckets.join(', ')} and the namespace ` +
      `${target.namespaces.map(({ title }) => title).join(', ')}`,
  );
  say(
    `  3. apply what the database lacks of ${migrations.length} migrations, first on a branch that is deleted again, and give the five roles their passwords`,
  );
  say(`  4. upload the Worker ${target.name} with its secrets, unless the version in service has this very content`);
  say(`  5. check that the Worker consumes its queues and that the schedule is ${target.crons.join(', ')}`);
  say(`  6. make what is missing of the DNS records and routes of ${target.host}, *.${target.host} and customers' own domains (*/*)`);
  say(
    '  7. ask the portal from outside, and put the version before back in service if it is not well and that one still works on the database',
  );
}

/** Puts an earlier version back in service. Migrations only go forward, so breaking changes since then are checked first. */
export async function rollback(work: Work, wanted: string | undefined, isForced: boolean): Promise<void> {
  const { target, settings, say } = work;
  requireSettings(settings, ['CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_API_TOKEN']);
  const cloudflare = cloudflareFor(work);
  const served = await servedVersions(cloudflare, target.name);
  const version = wanted ?? versionBefore(served);
  if (!version) throw new Stopped(`The Worker ${target.name} has no earlier version to go back to.`);
  if (version === served[0]) throw new Stopped(`${version} is the version in service.`);
  const changes = await breakingFor(work, cloudflare, version);
  for (const change of changes) say(`✗ ${change}`);
  if (changes.length > 0 && !isForced) {
    throw new Stopped(
      `Nothing was changed: ${version} doesn't know what the migrations above did. Mend forward with a new deployment, or repeat the command with --force.`,
    );
  }
  await serve(cloudflare, target.name, version, 'npm run deploy -- --rollback');
  say(`The version ${version} is in service again.`);
  if (!settings.DATABASE_URL_MIGRATE) return;
  const wrong = await ask(work);
  if (wrong) throw new Stopped(`After the rollback the smoke test fails: ${wrong}.`);
}

/** Names the versions that served, newest first, as `--rollback --to` takes them. */
export async function listVersions({ target, settings, say, ...work }: Work): Promise<void> {
  requireSettings(settings, ['CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_API_TOKEN']);
  const cloudflare = cloudflareFor({ target, settings, say, ...work });
  const served = await servedVersions(cloudflare, target.name);
  for (const [at, id] of [...new Set(served)].slice(0, 20).entries()) {
    const { annotations } = await getVersion(cloudflare, target.name, id);
    say(`${id}  ${annotations?.['workers/tag'] ?? 'no tag'}  ${annotations?.['workers/message'] ?? ''}${at === 0 ? '  in service' : ''}`);
  }
  if (served.length === 0) say(`There is no Worker ${target.name} yet.`);
}

/** Fills the secrets file with the keys that can be generated. */
export async function prepareSecrets(work: Work): Promise<void> {
  const { settings } = work;
  const canAsk = Boolean(settings.CLOUDFLARE_API_TOKEN && settings.CLOUDFLARE_ACCOUNT_ID);
  await makeSecrets(work.secretsFile, settings, work.target, canAsk ? cloudflareFor(work) : null, work.say);
}

/** Makes or checks a customer's domain at Cloudflare; `unit`, a host of the product, is the unit that it leads to. */
export async function customerHost(work: Work, host: string, unit?: string): Promise<void> {
  requireSettings(work.settings, ['CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_API_TOKEN', ...(unit ? ['DATABASE_URL_MIGRATE'] : [])]);
  await ensureCustomerHost(cloudflareFor(work), work.target, host.toLowerCase(), work.say);
  if (unit) work.say(await leadToUnit(ownerUrl(work), host.toLowerCase(), unit.toLowerCase()));
}

function getMoment(text: string): string {
  const moment = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new Stopped(`${text} is no moment: write it with its zone, such as 2026-11-20T10:00:00Z.`);
  if (moment.getTime() > Date.now()) throw new Stopped(`${text} is yet to come.`);
  return moment.toISOString();
}

/** Makes a copy of the database as it was, looks at it and deletes it: proves that a restore would work, and harms nothing. */
export async function restoreDrill(work: Work, text: string): Promise<void> {
  const at = getMoment(text);
  requireSettings(work.settings, ['NEON_API_KEY', 'NEON_PROJECT_ID', 'DATABASE_URL_MIGRATE']);
  const found = await neonFor(work).withBranch(ownerUrl(work), lookAt, at);
  work.say(`The database as it was at ${at}: ${found}. The portal's own was not touched.`);
}

/** Restores the database in place; the current state stays as a branch. */
export async function restore(work: Work, text: string): Promise<void> {
  const at = getMoment(text);
  requireSettings(work.settings, ['NEON_API_KEY', 'NEON_PROJECT_ID', 'DATABASE_URL_MIGRATE']);
  const kept = await neonFor(work).restore(ownerUrl(work), at);
  work.say(`The database is as it was at ${at}. What it was until now stays as the branch ${kept}.`);
  const pending = await migrationsToApply(ownerUrl(work), work.migrations);
  work.say(
    pending.length > 0 ? `It lacks ${pending.length} migrations now: run \`npm run deploy\`.` : 'It has every migration of this code.',
  );
}
