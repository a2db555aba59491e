import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { getCloudflare } from '../../dev/deploy/cloudflare.ts';
import { getNeon } from '../../dev/deploy/neon.ts';
import { ensureResources } from '../../dev/deploy/resources.ts';
import { ensureCustomerHost, ensureRoutes, getZone } from '../../dev/deploy/routes.ts';
import { makeSecrets } from '../../dev/deploy/secrets-file.ts';
import { getTarget } from '../../dev/deploy/target.ts';
import { main } from '../../dev/deploy.ts';
import { root } from '../../dev/folders.ts';
import { wranglerPath } from '../../dev/wrangler.ts';
import { type CloudflareFake, startCloudflare } from '../support/cloud/cloudflare.ts';
import { startFake } from '../support/cloud/server.ts';

// Refusals of a deployment, and the command itself: no test here needs a database.
const target = getTarget('production');
const { host, name } = target;
const said: string[] = [];
const say = (line: string) => void said.push(line);
let fake: CloudflareFake;
const closing: (() => Promise<void>)[] = [];
const cloudflare = () => getCloudflare({ token: fake.token, account: fake.account, base: fake.url });
const version = { versions: [], deployments: [], schedules: [], settings: {}, tag: '' };

beforeEach(async () => {
  said.length = 0;
  fake = await startCloudflare(host);
  closing.push(() => fake.close());
  fake.scripts.set(name, structuredClone(version));
  fake.scripts.set('shop', structuredClone(version));
});
afterAll(async () => {
  for (const close of closing) await close();
});

/** The message of a refused step. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was not refused',
    (error: Error) => error.message,
  );
const zone = () => getZone(cloudflare(), host);
const routes = async () => ensureRoutes(cloudflare(), target, await zone(), say);

describe('the zone', () => {
  test('that is inactive or missing in the account is reported with a remedy', async () => {
    fake.zone.status = 'pending';
    expect(await refusal(zone())).toContain(`The zone ${host} is pending: set the name servers`);
    fake.zone.name = 'another.example';
    expect(await refusal(zone())).toContain(`No zone of this account holds ${host}`);
  });

  test.each([
    ['CNAME', 'shop.example.com', true],
    ['A', '203.0.113.9', true],
    ['A', '203.0.113.9', false],
    ['AAAA', '100::', false],
  ])('with a record of something else (%s %s, proxied %s) is left unchanged', async (type, content, proxied) => {
    fake.records.push({ id: '1', type, name: `*.${host}`, content, proxied });
    expect(await refusal(routes())).toContain(`*.${host} has a DNS record that`);
    expect(fake.routes).toEqual([]);
  });

  test.each([`${host}/*`, '*/*'])('whose route %s belongs to another Worker is not taken over', async (pattern) => {
    fake.routes.push({ id: '1', pattern, script: 'shop' });
    expect(await refusal(routes())).toContain(`The route ${pattern} of ${host} belongs to the Worker shop`);
    expect(fake.routes.find((route) => route.pattern === pattern)?.script).toBe('shop');
    expect(fake.fallback).toBeNull();
  });

  test('without Cloudflare for SaaS gets a hint where to switch it on', async () => {
    fake.refuseNext(/fallback_origin$/, 403);
    expect(await refusal(routes())).toContain('switch on Cloudflare for SaaS for the zone');
  });

  test('whose fallback origin is something else keeps it', async () => {
    fake.setFallback('proxy.shop.example.com');
    expect(await refusal(routes())).toContain(`The fallback origin of ${host} is proxy.shop.example.com`);
    expect(fake.fallback?.origin).toBe('proxy.shop.example.com');
  });
});

describe("a customer's own domain", () => {
  const customers = 'reports.customer.com';
  const make = () => ensureCustomerHost(cloudflare(), target, customers, say);

  test('needs the route and the fallback origin that lead to the Worker', async () => {
    expect(await refusal(make())).toContain('run `npm run deploy` first');
    await routes();
    await make();
    Object.assign(fake.routes.find(({ pattern }) => pattern === '*/*') ?? {}, { script: 'shop' });
    expect(await refusal(make())).toContain('The route */*');
    Object.assign(fake.routes.find(({ pattern }) => pattern === '*/*') ?? {}, { script: name });
    fake.setFallback('proxy.shop.example.com');
    expect(await refusal(make())).toContain('The fallback origin');
    expect(fake.hostnames).toHaveLength(1);
  });

  test('is not confused with one that only contains its name', async () => {
    await routes();
    fake.hostnames.push({ id: '1', hostname: `old.${customers}`, status: 'active', ssl: { status: 'active' } });
    await make();
    expect(said).toContain(`Made the custom hostname ${customers}: pending, certificate pending_validation.`);
  });
});

test('a namespace beyond the first page is found, though Cloudflare returns no page count', async () => {
  const [title = ''] = target.namespaces.map((each) => each.title);
  for (let at = 0; at < 50; at += 1) fake.namespaces.push({ id: `${at}`, title: `other-${at}` });
  fake.namespaces.push({ id: 'ours', title });
  expect(await ensureResources(cloudflare(), target, say)).toEqual({ [title]: 'ours' });
});

test('R2 that was never switched on is reported with a hint where to do it', async () => {
  fake.setMissing('R2');
  expect(await refusal(ensureResources(cloudflare(), target, say))).toMatch(/\[code: 10042\]\. Switch R2 on in the dashboard/);
});

describe("Neon's branch", () => {
  const url = 'postgresql://neondb_owner:a-secret@ep-main.us-east-2.aws.neon.tech/neondb';
  async function neon() {
    const branch = { id: 'br-check', name: 'deploy-check-1', parent_id: 'br-main' };
    const ok = (body: unknown) => ({ status: 200, body });
    const api = await startFake(
      '/api/v2',
      {
        'GET /projects/p/endpoints': () =>
          ok({ endpoints: [{ id: 'ep-main', host: new URL(url).hostname, branch_id: 'br-main', type: 'read_write' }] }),
        'GET /projects/p/branches': () => ok({ branches: [] }),
        'POST /projects/p/branches': () => ok({ branch, endpoints: [{ id: 'ep-check' }], operations: [] }),
        'GET /projects/p/connection_uri': () => ok({ uri: url }),
        'DELETE /projects/p/branches/:branch': () => ({ status: 422, body: { message: 'the branch is busy' } }),
      },
      () => null,
      () => ({ status: 404, body: {} }),
    );
    closing.push(() => api.close());
    return getNeon({ key: 'k', project: 'p', base: api.url, say });
  }

  test('that cannot be deleted hides neither the error of the work nor its result', async () => {
    const { withBranch } = await neon();
    expect(await refusal(withBranch(url, () => Promise.reject(new Error('division by zero'))))).toBe('division by zero');
    expect(await withBranch(url, () => Promise.resolve('well'))).toBe('well');
    expect(said.join()).toContain('The branch deploy-check-1 is still there');
    expect(said.join()).toContain('the branch is busy');
  });

  test('is not looked up by an invalid address, which is never quoted', async () => {
    const { restore } = await neon();
    expect(await refusal(restore('//me:a-secret@host', '2026-11-20T10:00:00Z'))).toBe('DATABASE_URL_MIGRATE is no address.');
  });
});

test('secrets are not made from an invalid address, which is never quoted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const given = { CLOUDFLARE_ACCOUNT_ID: fake.account, CLOUDFLARE_API_TOKEN: fake.token, DATABASE_URL_MIGRATE: '//me:a-secret@host' };
  expect(await refusal(makeSecrets(join(folder, 'x.env'), given, target, cloudflare(), say))).toBe('DATABASE_URL_MIGRATE is no address.');
});

test('a plain `wrangler deploy` uploads nothing, whatever the environment contains', async () => {
  const known = { CLOUDFLARE_API_BASE_URL: fake.url, CLOUDFLARE_API_TOKEN: fake.token, CLOUDFLARE_ACCOUNT_ID: fake.account };
  const env = { ...process.env, ...known, CI: '1', WRANGLER_SEND_METRICS: 'false' };
  for (const environment of [[], ['--env', 'production']]) {
    const child = spawn(process.execPath, [wranglerPath, 'deploy', ...environment], { cwd: root, env, stdio: 'ignore' });
    expect(await new Promise((resolve) => child.once('close', resolve))).not.toBe(0);
  }
  expect(fake.writes().filter((call) => call.includes(fake.account))).toEqual([]);
});

describe('the command', () => {
  /** `npm run deploy -- …`, with what a CI would give it. */
  function run(args: string[]): Promise<{ code: number | null; printed: string }> {
    const child = spawn(process.execPath, ['--no-warnings', 'dev/deploy.ts', ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CLOUDFLARE_API_BASE_URL: fake.url },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += part));
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, printed })));
  }

  test('fails without settings, after naming what is missing', async () => {
    const { code, printed } = await run(['--env', 'staging']);
    expect(printed).toContain('✗ NEON_API_KEY is missing');
    expect(printed).toContain('Nothing was deployed');
    expect(code).toBe(1);
    expect(fake.calls).toEqual([]);
  });

  test('prints with --dry-run what a deployment would do, and calls nothing', async () => {
    const { code, printed } = await run(['--dry-run', '--env', 'staging']);
    expect(printed).toContain('settings are missing or wrong for a real deployment');
    expect(printed).toContain('the queues mirante-staging-dead');
    expect(printed).toContain('7. ask the portal from outside');
    expect(code).toBe(0);
    expect(fake.calls).toEqual([]);
  });

  const env = () => ({ CLOUDFLARE_API_BASE_URL: fake.url, CLOUDFLARE_ACCOUNT_ID: fake.account, CLOUDFLARE_API_TOKEN: fake.token });

  test.each([
    [['--roll-back'], 'The options: --env, --dry-run, '],
    [['--env', 'prod'], '--env is production or staging.'],
    [['--versions'], 'There is no Worker mirante-staging yet.'],
    [['--rollback'], 'The Worker mirante-staging has no earlier version to go back to.'],
    [['--customer-host', 'reports.customer.com'], "customers' own domains in it: give staging a zone of its own"],
    [['--smoke'], 'DATABASE_URL_MIGRATE is missing'],
    [['--restore', 'yesterday'], 'yesterday is no moment'],
    [['--restore-drill', '2999-01-01T00:00:00Z'], '2999-01-01T00:00:00Z is yet to come'],
  ])('handles %j', async (args, expected) => {
    const all = args.includes('--env') ? args : [...args, '--env', 'staging'];
    const refused = await main(all, env(), say).then(
      () => '',
      (error: Error) => error.message,
    );
    expect([...said, refused].join('\n')).toContain(expected);
    expect(fake.writes()).toEqual([]);
  });
});
