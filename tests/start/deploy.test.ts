import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { build } from '../../dev/build.ts';
import { migrationsToApply } from '../../dev/deploy/database.ts';
import {
  customerHost,
  deploy,
  listVersions,
  prepareSecrets,
  restore,
  restoreDrill,
  rollback,
  smoke,
  type Work,
} from '../../dev/deploy/run.ts';
import { readSettings } from '../../dev/deploy/secrets-file.ts';
import type { TargetName } from '../../dev/deploy/target.ts';
import { root } from '../../dev/folders.ts';
import { accept, chosenPassword, wished } from '../support/accept-invitation.ts';
import { api } from '../support/api.ts';
import { type Cloud, openCloud } from '../support/cloud/open.ts';
import type { Harness } from '../support/harness.ts';
import { codeAt } from '../support/make-factor.ts';

// Staging and then production, from an empty account on, as an operator sets them up: each test builds on the previous ones.
let cloud: Cloud;
/** The first operator's. */
let invitation: string;
const name = 'mirante';
const host = 'mirante.app';
const staging = 'mirante-staging';
const stagingHost = 'staging.mirante.app';
let stagingInvitation: string;
/** The session of staging's operator. */
let stagingToken: string;
const statusAt = async (place: string) => (await api(network, place, stagingToken).get('/api/auth/units')).status;
const migrations = join(root, 'migrations');
const ours = () => readdirSync(migrations).filter((file) => file.endsWith('.sql'));
const activeId = () => cloud.cloudflare.active(name)?.id;
const getTag = async () => ((await (await cloud.edge.fetch(`https://${host}/healthz`)).json()) as { version: string }).version;

beforeAll(async () => {
  for (const part of ['web', 'worker'] as const) build(part);
  cloud = await openCloud(host);
});
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error([...cloud.said(), ...cloud.unknown()].join('\n'));
});
afterAll(() => cloud.close());

/** The message of a refused command. */
async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it was not refused',
    (error: Error) => error.message,
  );
}

/** The migrations plus one more, in a separate folder. */
function withMigration(sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrations, folder, { recursive: true });
  writeFileSync(join(folder, `${String(ours().length).padStart(4, '0')}_one_more.sql`), sql);
  return folder;
}

/** The same Worker with a different setting is a different version. */
function changed(setting: string, more: Partial<Work> = {}, env: TargetName = 'production'): Work {
  const work = cloud.work(more, env);
  work.target.vars.PASSWORD_COST = setting;
  return work;
}

/** Requests reach the Worker over https, as from Cloudflare's network. */
const network = {
  // The tests' bodies are text.
  fetch: ((url, init) => cloud.edge.fetch(String(url).replace('http:', 'https:'), init as RequestInit)) as Harness['fetch'],
};

/** Everything of an installation at Cloudflare. */
function getShown(worker: string) {
  const { queues, buckets, namespaces, scripts, routes, records, fallback } = cloud.cloudflare;
  const isOwn = (text: string) => (worker === staging ? text.includes('staging') : !text.includes('staging'));
  return {
    queues: queues.flatMap(({ queue_name, consumers }) =>
      isOwn(queue_name) ? `${queue_name} → ${consumers.map(({ script }) => script).join()}` : [],
    ),
    buckets: [...buckets].filter(isOwn),
    namespaces: namespaces.map(({ title }) => title).filter(isOwn),
    records: records.flatMap((record) => (isOwn(record.name) ? `${record.name} ${record.type} ${record.content}` : [])),
    routes: routes.flatMap(({ pattern, script }) => (isOwn(pattern) ? `${pattern} ${script}` : [])),
    fallback: isOwn(fallback?.origin ?? '') ? fallback?.origin : undefined,
    schedules: scripts.get(worker)?.schedules,
    deployments: scripts.get(worker)?.deployments.map(({ id }) => id),
  };
}

describe('the secrets', () => {
  test('that are missing are named with their source, and no API is called', async () => {
    expect(await refusal(deploy(cloud.work()))).toContain('Nothing was deployed');
    const said = cloud.said().join('\n');
    for (const missing of ['CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_API_TOKEN', 'NEON_API_KEY', 'NEON_PROJECT_ID', 'DATABASE_URL_MIGRATE'])
      expect(said).toContain(`✗ ${missing} is missing. From: `);
    for (const missing of ['DATABASE_URL_DOOR', 'JWT_KEYS', 'SEAL_KEYS', 'FILE_KEY'])
      expect(said).toContain(`✗ ${missing} is missing. \`npm run deploy -- --env production --make-secrets\` makes it.`);
    expect(said).toContain('✗ SMTP_PASSWORD is missing. From: the password of SMTP_USER');
    expect([...cloud.cloudflare.calls, ...cloud.neon.calls]).toEqual([]);
  });

  test('are written to one file that only its owner can read, once it has the values only the operator knows', async () => {
    await prepareSecrets(cloud.work());
    expect(cloud.said().join('\n')).toContain('Fill in CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN, DATABASE_URL_MIGRATE in');
    expect(statSync(cloud.secretsFile).mode & 0o777).toBe(0o600);
    await cloud.fillIn();
    await prepareSecrets(cloud.work());
    const made = readSettings(cloud.secretsFile, {});
    expect(made.DATABASE_URL_JOB).toMatch(
      /^postgresql:\/\/mirante_job:[\w-]{24}@ep-main-12345678\.us-east-2\.aws\.neon\.tech:\d+\/neondb$/,
    );
    expect(JSON.parse(made.SEAL_KEYS ?? '')).toHaveProperty('current');
    expect(cloud.said().join('\n')).toContain('Keep a copy');
    await prepareSecrets(cloud.work());
    expect(readSettings(cloud.secretsFile, {})).toEqual(made);
    expect(readSettings(cloud.secretsFile, { FILE_KEY: 'of a CI' }).FILE_KEY).toBe('of a CI');
  });
});

test('staging comes first: on an empty account, a deployment and a bootstrap create it under separate names', async () => {
  await cloud.fillIn('staging');
  await prepareSecrets(cloud.work({}, 'staging'));
  // A missing prerequisite is reported with its remedy; then the same command resumes.
  for (const [part, remedy] of [
    ['R2', 'Switch R2 on in the dashboard'],
    ['Workers', 'Open Workers & Pages in the dashboard'],
  ] as const) {
    cloud.cloudflare.setMissing(part);
    expect(await refusal(deploy(cloud.work({}, 'staging')))).toContain(remedy);
    expect(cloud.cloudflare.scripts.size).toBe(0);
  }
  cloud.cloudflare.setMissing(null);
  await deploy(cloud.work({}, 'staging'));
  expect(getShown(staging)).toMatchObject({
    queues: ['dead', 'mail', 'work', 'exports', 'capacity'].map((kind) => `${staging}-${kind} → ${staging}`),
    buckets: [`${staging}-files`],
    namespaces: [`${staging}-hosts`],
    records: [`${stagingHost} AAAA 100::`, `*.${stagingHost} AAAA 100::`],
    routes: [`${stagingHost}/* ${staging}`, `*.${stagingHost}/* ${staging}`],
    schedules: [{ cron: '* * * * *' }],
  });
  // Customers' own domains are production's, though it isn't there yet.
  const none = { queues: [], buckets: [], namespaces: [], records: [], routes: [], fallback: undefined, deployments: undefined };
  expect(getShown(name)).toMatchObject(none);
  expect(cloud.said().join('\n')).toContain("customers' own domains are left to it");

  stagingInvitation = await cloud.bootstrap(stagingHost, 'rui.sa@farol.test', 'staging');
  // Nothing reached production's database, and its host does not answer.
  expect(await migrationsToApply(cloud.neon.databaseUrl, migrations)).toHaveLength(ours().length);
  expect(cloud.neon.calls).toEqual([]);
  await expect(cloud.edge.fetch(`https://${host}/healthz`)).rejects.toThrow('fetch failed');
  expect(cloud.unknown()).toEqual([]);
});

test('production beside it: an interrupted deployment resumes when it is run again', async () => {
  const beside = getShown(staging);
  cloud.cloudflare.refuseNext(/POST .*\/consumers$/);
  expect(await refusal(deploy(cloud.work()))).toContain('wrangler deploy failed');
  expect(cloud.cloudflare.active(name)).toBeDefined();
  expect(getShown(name).routes).toEqual([]);
  const first = activeId();

  await deploy(cloud.work());
  const { target, settings } = cloud.work();
  expect(activeId()).toBe(first);
  expect(getShown(name)).toMatchObject({
    queues: target.queues.map((queue) => `${queue} → ${name}`),
    buckets: ['mirante-files'],
    namespaces: ['mirante-hosts'],
    records: ['mirante.app AAAA 100::', '*.mirante.app AAAA 100::', 'customers.mirante.app AAAA 100::'],
    routes: ['mirante.app/* mirante', '*.mirante.app/* mirante', '*/* mirante'],
    fallback: 'customers.mirante.app',
    schedules: [{ cron: '* * * * *' }],
  });
  for (const { queue, max_batch_size } of target.consumers) {
    const found = cloud.cloudflare.queues.find(({ queue_name }) => queue_name === queue);
    expect(found?.consumers).toMatchObject([{ settings: { batch_size: max_batch_size } }]);
  }
  expect(getShown(staging)).toEqual(beside);

  const version = cloud.cloudflare.active(name);
  const modules = readdirSync(join(root, 'out'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  expect([...(version?.modules.keys() ?? [])].toSorted()).toEqual(modules.toSorted());
  expect(version?.assets.has('/index.html')).toBe(true);
  const bindings = new Map(version?.metadata.bindings.map((binding) => [binding.name, binding]));
  expect(bindings.get('STAGE')).toMatchObject({ type: 'plain_text', text: 'production' });
  expect(bindings.get('SEAL_KEYS')).toMatchObject({ type: 'secret_text', text: settings.SEAL_KEYS });
  expect([...bindings.keys()]).not.toContain('DATABASE_URL_MIGRATE');
  expect(await migrationsToApply(cloud.neon.databaseUrl, migrations)).toEqual([]);
  expect(cloud.neon.branches.map(({ name }) => name)).toEqual(['main']);
  expect(cloud.said().join('\n')).toContain('It has no operator yet');
  expect((await cloud.edge.fetch(`https://${host}/signin`)).status).toBe(404);
  expect(cloud.unknown()).toEqual([]);
});

// A location that looked up a host before it existed caches for some seconds that it doesn't.
const isFound = (place: string) =>
  expect.poll(async () => (await cloud.edge.fetch(`https://${place}/signin`)).status, { timeout: 20_000 }).toBe(200);

test('the operator of staging signs in at its own host', async () => {
  // The first deployment looked it up before the bootstrap.
  await isFound(stagingHost);
  const { key, user } = await accept(network, stagingHost, stagingInvitation);
  expect(user).toMatchObject({ email: 'rui.sa@farol.test' });
  const door = api(network, stagingHost);
  const asked = await door.post('/api/login', { email: user.email, password: chosenPassword });
  const entered = await door.post('/api/login/2fa', { token: asked.body.token, code: codeAt(Date.now() + 30_000, key) });
  expect(entered.status, entered.text).toBe(200);
  stagingToken = entered.body.token;
  expect(await statusAt(stagingHost)).toBe(200);
});

test('repeating the same deployment changes nothing, and checks the operator’s sign-in page', async () => {
  invitation = await cloud.bootstrap(host, 'ana.reis@farol.test');
  cloud.cloudflare.writes();
  cloud.neon.writes();
  await deploy(cloud.work());
  expect([cloud.cloudflare.writes(), cloud.neon.writes()]).toEqual([[], []]);
  expect(cloud.said()).toContain(`https://${host}: sign-in page, fine.`);
  expect((await cloud.edge.fetch(`https://${host}/signin`)).status).toBe(200);
  await smoke(cloud.work());
  const keeps404: Work['ask'] = async (url, init) =>
    url.includes('/none-')
      ? new Response('', { status: 404, headers: { 'cache-control': 'immutable' } })
      : await cloud.edge.fetch(url, init);
  expect(await refusal(smoke(cloud.work({ ask: keeps404, patienceMs: 100 })))).toMatch(/The smoke test failed: the 404 of .* is kept/);
  expect(cloud.cloudflare.writes()).toEqual([]);
});

test('a role that could bypass the policies stops a deployment before the upload', async () => {
  await cloud.neon.ask('postgres', 'grant neon_superuser to mirante_job');
  expect(await refusal(deploy(changed('15')))).toContain('These roles could see past the policies: mirante_job. Nothing was uploaded.');
  await cloud.neon.ask('postgres', 'revoke neon_superuser from mirante_job');
  expect(cloud.cloudflare.writes()).toEqual([]);
});

test('a migration that fails on a branch leaves production and the Worker unchanged', async () => {
  const folder = withMigration('create table half_done (id int); select 1 / 0;');
  const said = await refusal(deploy(changed('15', { migrations: folder })));
  expect(said).toContain('The migrations failed on a branch');
  expect(said).toContain('division by zero');
  expect(await migrationsToApply(cloud.neon.databaseUrl, folder)).toHaveLength(1);
  expect(cloud.neon.branches.map(({ name }) => name)).toEqual(['main']);
  expect(cloud.cloudflare.writes()).toEqual([]);
});

/** A deployment whose smoke test finds the sign-in page failing in every version but the current one. */
function sickDeployment(setting: string, more: Partial<Work> = {}): Promise<string> {
  const before = activeId();
  const sick: Work['ask'] = (url, init) =>
    activeId() !== before && url.endsWith('/signin') ? Promise.resolve(new Response('no', { status: 500 })) : cloud.edge.fetch(url, init);
  return refusal(deploy(changed(setting, { ask: sick, patienceMs: 500, ...more })));
}

test('a version whose smoke test fails is rolled back automatically', async () => {
  const before = activeId();
  const good = await getTag();
  const said = await sickDeployment('15');
  expect(said).toContain('The smoke test failed: /signin answers 500');
  expect(said).toContain(`The version before (${before}) is in service again;`);
  expect(cloud.cloudflare.scripts.get(name)?.versions).toHaveLength(2);
  const neverWell: Work['ask'] = (url, init) =>
    url.endsWith('/signin') ? Promise.resolve(new Response('no', { status: 500 })) : cloud.edge.fetch(url, init);
  const worse = await refusal(deploy(changed('14', { ask: neverWell, patienceMs: 500 })));
  expect(worse).toContain(`The version before (${before}) is in service again, but it isn't well either: /signin answers 500`);
  expect(activeId()).toBe(before);
  expect(await getTag()).toBe(good);
});

test('`--rollback` goes back one version each time, unless a migration since has removed something', async () => {
  const first = activeId();
  await deploy(changed('15'));
  const second = activeId();
  expect(second).not.toBe(first);
  const breaking = withMigration('alter table users drop column nothing_that_is_there;');
  expect(await refusal(rollback(cloud.work({ migrations: breaking }), undefined, false))).toContain('Nothing was changed');
  expect(cloud.said().at(-1)).toContain('_one_more.sql drops a column');
  expect(activeId()).toBe(second);

  await rollback(cloud.work(), undefined, false);
  expect(activeId()).toBe(first);
  cloud.said();
  await listVersions(cloud.work());
  const listed = cloud.said();
  expect(listed[0]).toMatch(new RegExp(`^${first}  [0-9a-f]{20}  with ${ours().at(-1)}  in service$`));
  expect(listed[1]).toContain(second);
  expect(await refusal(rollback(cloud.work(), undefined, false))).toContain('no earlier version');
  await rollback(cloud.work(), second, false);
  expect(activeId()).toBe(second);
  await rollback(cloud.work({ migrations: breaking }), first, true);
  expect(activeId()).toBe(first);
  await rollback(cloud.work(), second, false);
});

test('the Worker’s existing secrets are never regenerated on a machine without the file', async () => {
  const lost = cloud.work();
  lost.settings = { ...lost.settings, SEAL_KEYS: '' };
  lost.secretsFile = join(tmpdir(), `mirante-lost-${process.pid}.env`);
  onTestFinished(() => rmSync(lost.secretsFile, { force: true }));
  expect(await refusal(prepareSecrets(lost))).toContain('The Worker mirante has SEAL_KEYS already');
  expect(readSettings(lost.secretsFile, {}).SEAL_KEYS).toBe('');
});

test("a customer's own domain is added, reports what it waits for, and then reaches the Worker", async () => {
  const customers = 'reports.customer.com';
  await customerHost(cloud.work(), customers);
  expect(cloud.said().join('\n')).toContain(`${customers} CNAME customers.${host}`);
  await expect(cloud.edge.fetch(`https://${customers}/healthz`)).rejects.toThrow('fetch failed');
  Object.assign(cloud.cloudflare.hostnames[0] ?? {}, { status: 'active', ssl: { status: 'active' } });
  cloud.cloudflare.writes();
  await customerHost(cloud.work(), customers);
  expect(cloud.cloudflare.writes()).toEqual([]);
  expect(cloud.said()).toContain('Nothing is left to do at Cloudflare.');
  expect((await cloud.edge.fetch(`https://${customers}/healthz`)).status).toBe(200);
  expect(await refusal(customerHost(cloud.work(), `vertice.${host}`))).toContain('needs nothing at Cloudflare');
});

test('the first operator signs in, creates a partner and a unit, and the unit answers at its own domain', async () => {
  const operator = await accept(network, host, invitation);
  const platform = api(network, host, operator.token);
  expect([(await platform.get('/api/auth/units')).status, await statusAt(host)]).toEqual([200, 401]);
  const partner = await platform.post('/api/auth/units', wished('partner', 'numera', 'master@numera.test'));
  expect(partner, partner.text).toMatchObject({ status: 200, body: { host: `numera.${host}` } });
  const customers = 'reports.customer.com';
  const unit = await platform.post('/api/auth/units', { ...wished('unit', 'cafe', 'admin@cafe.test'), ownDomain: customers });
  expect(unit, unit.text).toMatchObject({ status: 200 });
  expect(await refusal(customerHost(cloud.work(), customers, `numera.${host}`))).toContain("doesn't name reports.customer.com");
  for (const said of ['leads to cafe now', 'leads to cafe.']) {
    await customerHost(cloud.work(), customers, `cafe.${host}`);
    expect(cloud.said().at(-1)).toContain(said);
  }
  for (const place of [`cafe.${host}`, customers]) {
    await isFound(place);
    expect((await api(network, place).post('/api/login/config', {})).body.tenant, place).toMatchObject({ id: unit.body.id });
  }
});

test('staging is redeployed beside production, which stays unchanged', async () => {
  const [before, version] = [getShown(name), cloud.cloudflare.active(staging)?.id];
  cloud.neon.writes();
  await deploy(changed('15', {}, 'staging'));
  expect(cloud.cloudflare.active(staging)?.id).not.toBe(version);
  expect(getShown(name)).toEqual(before);
  expect(cloud.neon.writes()).toEqual([]);
  expect(await statusAt(stagingHost)).toBe(200);
  expect(await refusal(customerHost(cloud.work({}, 'staging'), 'reports.customer.com'))).toContain('give staging a zone of its own');
});

test('a restore is tried on a copy, then done in place, and keeps the previous state', async () => {
  await cloud.neon.remember();
  const moment = new Date().toISOString();
  await cloud.neon.ask('neondb', 'create table made_afterwards ()');
  await restoreDrill(cloud.work(), moment);
  expect(cloud.said().join('\n')).toMatch(new RegExp(`The database as it was at ${moment}: .*last migration: ${ours().at(-1)}`));
  expect(cloud.neon.branches).toHaveLength(1);
  expect(await refusal(restoreDrill(cloud.work(), '2001-01-01T00:00:00Z'))).toContain('outside of the history retention window');
  expect(await refusal(restore(cloud.work(), 'yesterday'))).toContain('is no moment');
  await restore(cloud.work(), moment);
  expect(cloud.neon.branches.map(({ name }) => name)).toEqual(['main', expect.stringMatching(/^before-restore-/)]);
  await cloud.neon.ask('neondb', 'create table made_afterwards ()');
  expect((await cloud.edge.fetch(`https://${host}/signin`)).status).toBe(200);
});

test('a changed password is set again, and nothing that belongs to another Worker is taken over', async () => {
  const other = cloud.work();
  const url = new URL(other.settings.DATABASE_URL_WIDE ?? '');
  url.password = 'another-password-of-the-role';
  other.settings = { ...other.settings, DATABASE_URL_WIDE: url.href };
  const route = cloud.cloudflare.routes.find(({ pattern }) => pattern === '*.mirante.app/*');
  Object.assign(route ?? {}, { script: 'somebody-elses' });
  expect(await refusal(deploy(other))).toContain('belongs to the Worker somebody-elses');
  expect(cloud.said().join('\n')).toContain('Gave a password to mirante_wide.');
  Object.assign(route ?? {}, { script: name });
  await deploy(other);
  expect((await cloud.edge.fetch(`https://${host}/healthz`)).status).toBe(200);
  expect(cloud.unknown()).toEqual([]);
});

// Last, because no later folder contains the migration that it applies.
test('a failing smoke test never rolls back to a version that no longer works on the database', async () => {
  const first = activeId();
  // The secrets file has the password set by an earlier test.
  const said = await sickDeployment('14');
  expect(said).toContain('The smoke test failed: /signin answers 500');
  expect(said).toContain(`The new version stays in service: the one before (${first})`);
  expect(cloud.said().join('\n')).toContain('✗ mirante_wide got a new password');
  const second = activeId();
  expect(second).not.toBe(first);

  const breaking = withMigration('create table spare (one int, two int); alter table spare drop column two;');
  expect(await sickDeployment('15', { migrations: breaking })).toContain(`the one before (${second})`);
  expect(cloud.said().join('\n')).toContain('_one_more.sql drops a column');
  expect(activeId()).not.toBe(second);
});
