import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootstrap, type Sql } from '../../dev/bootstrap/platform.ts';
import { readWish } from '../../dev/bootstrap/wish.ts';
import { root } from '../../dev/folders.ts';
import { rotateSealing } from '../../dev/keys/ring.ts';
import { sealer } from '../../functions/services/seal.ts';
import { accept, chosenPassword, wished } from '../support/accept-invitation.ts';
import { linksTo } from '../support/account-mail.ts';
import { api } from '../support/api.ts';
import { buildAll, makeWorld } from '../support/api-setup.ts';
import { type Harness, newHarness } from '../support/harness.ts';
import { createHosted, deployDatabase, withClient } from '../support/hosted-owner.ts';
import { codeAt } from '../support/make-factor.ts';
import { type Cluster, startPostgres } from '../support/postgres.ts';
import { workIn, world } from '../support/world.ts';

const product = 'mirante.app';
const host = `app.${product}`;
const email = 'ana.reis@farol.test';
let cluster: Cluster;
let url: string;
const closing: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  buildAll();
  cluster = await startPostgres();
  closing.push(() => cluster.close());
  url = await createHosted(cluster, 'neondb_owner');
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The command as an operator runs it, and its output. */
function run(...args: string[]): Promise<{ code: number | null; said: string }> {
  return ran('dev/bootstrap/main.ts', args, { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL_MIGRATE: url });
}
function ran(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], { cwd: root, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, said })));
}
const asked = ['--host', host, '--email', email, '--tenant', 'Farol', '--language', 'en-US', '--timezone', 'Europe/Lisbon'];
const count = (table: string) =>
  withClient(url, async (client) => (await client.query(`select count(*)::int as n from ${table}`)).rows[0]?.n);
const tokenIn = (said: string) => /\/new\/password\/([\w-]{43})/.exec(said)?.[1] ?? '';
let invitation: string;
let harness: Harness;
let operatorKey: string;

/** `npm run keys -- --env production --seal-again`, with the environment of a CI. */
function runKeys(ring: string): Promise<{ code: number | null; said: string }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL_MIGRATE: url, SEAL_KEYS: ring };
  return ran('dev/keys/main.ts', ['--env', 'production', '--seal-again'], env);
}
const getTenant = (place: string): Promise<string> =>
  withClient(url, async (client) => (await client.query('select tenant_id from domains where host = $1', [place])).rows[0]?.tenant_id);

/** The same in this process: returns the invitation, or why there is none. */
async function ask(...args: string[]): Promise<string> {
  const wish = readWish(args, () => product);
  return withClient(url, (client) => bootstrap(client, wish)).then(
    ({ link }) => link ?? 'mailed',
    (error: Error) => error.message,
  );
}

test('a database without migrations is refused, and so is a host of another product', async () => {
  expect(await run(...asked)).toMatchObject({ code: 1, said: expect.stringContaining('run npm run deploy before') });
  await deployDatabase(url);
  expect(await run('--host', 'app.evil.test', '--email', email)).toMatchObject({
    code: 1,
    said: expect.stringContaining('--host app.evil.test'),
  });
  expect(await ask(...asked, '--again')).toBe('This database has no platform yet: leave --again out.');
  expect(await count('tenants')).toBe(0);
});

test.each(['insert into "tenants"', 'insert into "users"', 'app.account_link', 'commit'])(
  'interrupted at %s, it has changed nothing',
  async (at) => {
    await withClient(url, async (client) => {
      const breaking: Sql = {
        query: (text, params) => (text.includes(at) ? Promise.reject(new Error('cut off')) : client.query(text, params)),
      };
      await expect(
        bootstrap(
          breaking,
          readWish(asked, () => product),
        ),
      ).rejects.toThrow('cut off');
    });
    for (const table of ['tenants', 'domains', 'settings', 'users', 'tokens', 'audit'])
      expect([table, await count(table)]).toEqual([table, 0]);
  },
);

test('of two concurrent runs one creates the platform, and the other reports its address', async () => {
  const [one, other] = (await Promise.all([run(...asked), run(...asked)])).sort((a, b) => (a.code ?? 0) - (b.code ?? 0));
  expect(one, other?.said).toMatchObject({ code: 0, said: expect.stringContaining(`https://${host}/new/password/`) });
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining(`has a platform already: Farol, at https://${host}`) });
  invitation = tokenIn(one?.said ?? '');
  await withClient(url, async (client) => {
    const { rows } =
      await client.query(`select t.kind, t.language, t.zone, s."values", d.host, u.email, u.name, u.profile, u.account_id, u.invited_at is not null as invited
      from tenants t join settings s on s.tenant_id = t.id join domains d on d.tenant_id = t.id and d.main join users u on u.tenant_id = t.id`);
    expect(rows).toEqual([
      {
        ...{ kind: 'platform', language: 'en-US', zone: 'Europe/Lisbon', values: { timezone: 'Europe/Lisbon', mfa_master: 'S' }, host },
        ...{ email, name: 'Ana Reis', profile: 'a2m', account_id: null, invited: true },
      },
    ]);
    expect((await client.query('select what, user_id, change from audit')).rows).toEqual([
      { what: 'tenant.add', user_id: null, change: { after: { name: 'Farol', kind: 'platform', host, administrator: email } } },
    ]);
  });
});

test('a lost invitation is created again and the previous one is void; another host needs another database', async () => {
  const lost = invitation;
  expect(await ask('--again', '--host', product, '--email', email)).toBe(`The platform of this database is at ${host}, not at ${product}.`);
  invitation = tokenIn(await ask('--again', '--host', host, '--email', email));
  expect(invitation).toMatch(/^[\w-]{43}$/);
  expect(invitation).not.toBe(lost);
  expect(await count('users')).toBe(1);
  await withClient(url, async (client) => {
    expect(
      (
        await client.query(
          'select used_at is null as open, round(extract(epoch from expires_at - now()) / 3600) as hours from tokens order by expires_at',
        )
      ).rows,
    ).toMatchObject([{ open: false }, { open: true, hours: '72' }]);
  });
});

test('from there on in the portal: the operator, a partner, and a unit’s administrator sign in', { timeout: 60_000 }, async () => {
  harness = await startWorker();
  const at = (place: string, token?: string) => api(harness, `${place}.${product}`, token);

  // The operator sets a password and a second factor, and signs in.
  const operator = await accept(harness, host, invitation);
  operatorKey = operator.key;
  expect(operator.user).toMatchObject({ name: 'Ana Reis', email });
  expect(await at('app').post('/api/password/new', { token: invitation, password: chosenPassword })).toMatchObject({ status: 410 });
  const again = await at('app').post('/api/login', { email, password: chosenPassword });
  expect(again).toMatchObject({ status: 403, body: { status: 'redirect_two_factor' } });
  const entered = await at('app').post('/api/login/2fa', { token: again.body.token, code: codeAt(Date.now() + 30_000, operator.key) });
  expect(entered.status, entered.text).toBe(200);
  const platform = at('app', entered.body.token);

  // A partner; its master signs in through the platform's e-mail.
  const numera = await platform.post('/api/auth/units', wished('partner', 'numera', 'master@numera.test'));
  expect(numera, numera.text).toMatchObject({ status: 200, body: { host: `numera.${product}` } });
  const master = await accept(harness, numera.body.host, await mailedTo('master@numera.test', numera.body.host));

  // A unit of that partner, and its administrator.
  const cafe = await at('numera', master.token).post('/api/auth/units', wished('unit', 'cafe-do-sul', 'admin@cafe.test'));
  expect(cafe, cafe.text).toMatchObject({ status: 200, body: { host: `cafe-do-sul.${product}` } });
  const admin = await accept(harness, cafe.body.host, await mailedTo('admin@cafe.test', cafe.body.host));
  expect(admin.user).toMatchObject({ name: 'Administrator of cafe-do-sul' });
  expect((await at('cafe-do-sul', admin.token).get('/api/auth/dashboard')).status).toBe(200);

  // An existing operator isn't invited again; another one is, by the Worker's own mail, and the audit log shows it.
  expect(await ask('--again', '--host', host, '--email', email)).toContain('is an operator already');
  expect(await ask('--again', '--mail', '--host', host, '--email', 'rui@farol.test', '--name', 'Rui Sá')).toBe('mailed');
  await harness.getWorker().scheduled({});
  const rui = await accept(harness, host, await mailedTo('rui@farol.test', host));
  expect(rui.user).toMatchObject({ name: 'Rui Sá' });
  const { rows } = await withClient(url, (client) =>
    client.query(`select what, change->'after'->>'administrator' as administrator from audit
    where what like 'tenant.%' and user_id is null order by at`),
  );
  expect(rows).toEqual([
    { what: 'tenant.add', administrator: email },
    { what: 'tenant.invite', administrator: email },
    { what: 'tenant.invite', administrator: 'rui@farol.test' },
  ]);
});

test('values sealed with an older key are resealed while the Worker runs, and the operator can still sign in', async () => {
  const before = world().keys.SEAL_KEYS;
  const ring = rotateSealing(before).ring;
  const { current } = JSON.parse(ring);
  const seals = sealer(before);
  const [tenantId, service, lost, app] = [await getTenant(host), randomUUID(), randomUUID(), randomUUID()];
  const sealed = (table: string, rowId: string, column: string) => seals.seal('geheim', { tenantId, table, rowId, column });
  await withClient(url, async (client) => {
    const account = `insert into service_accounts (tenant_id, id, name, directory_id, app_id, secret_sealed)
      values ($1, $2, 'Conta', gen_random_uuid(), gen_random_uuid(), $3)`;
    await client.query(account, [tenantId, service, await sealed('service_accounts', service, 'secret_sealed')]);
    await client.query(account, [tenantId, lost, 'gone.AAAA.BBBB']);
    await client.query(
      `insert into mail_servers (tenant_id, name, email, host, port, protocol, password_sealed)
        values ($1, 'Farol', 'a@farol.test', 'smtp.farol.test', 587, 'starttls', $2)`,
      [tenantId, await sealed('mail_servers', tenantId, 'password_sealed')],
    );
    await client.query(
      `insert into sso_apps (tenant_id, id, kind, name, settings) values ($1, $2, 'saml', 'Farol', jsonb_build_object('key', $3::text, 'issuer', 'x'))`,
      [tenantId, app, await sealed('sso_apps', app, 'settings.key')],
    );
  });
  // More than one batch, an embedding key, an Entra registration, and an authenticator app that a change of factors removed.
  const [embedKey, entra, gone] = [randomUUID(), randomUUID(), randomUUID()];
  const many = await Promise.all(
    Array.from({ length: 201 }, async () => {
      const id = randomUUID();
      return { id, sealed: await sealed('service_accounts', id, 'secret_sealed') };
    }),
  );
  await withClient(url, async (client) => {
    await client.query(
      `insert into service_accounts (tenant_id, id, name, directory_id, app_id, secret_sealed)
        select $1, (m->>'id')::uuid, 'Conta', gen_random_uuid(), gen_random_uuid(), m->>'sealed'
        from jsonb_array_elements($2::jsonb) m`,
      [tenantId, JSON.stringify(many)],
    );
    await client.query(`insert into embed_keys (tenant_id, id, name, secret_sealed) values ($1, $2, 'Site', $3)`, [
      tenantId,
      embedKey,
      await sealed('embed_keys', embedKey, 'secret_sealed'),
    ]);
    await client.query(
      `insert into sso_apps (tenant_id, id, kind, name, settings) values ($1, $2, 'entra', 'Entra', jsonb_build_object('secret', $3::text))`,
      [tenantId, entra, await sealed('sso_apps', entra, 'settings.secret')],
    );
    await client.query(
      `insert into factor_changes (id, account_id, tenant_id, user_id, what, name, removed)
        select gen_random_uuid(), u.account_id, u.tenant_id, u.id, 'removed', 'Telefone',
          jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'kind', 'recovery', 'secret', null),
            jsonb_build_object('id', $2::text, 'kind', 'totp', 'secret', $3::text))
          from users u where u.tenant_id = $1 and u.account_id is not null limit 1`,
      [tenantId, gone, await seals.seal('geheim', { tenantId: '-', table: 'factors', rowId: gone, column: 'secret' })],
    );
  });
  const again = () => runKeys(ring);
  const first = await again();
  expect(first, first.said).toMatchObject({
    code: 1,
    said: expect.stringContaining('service_accounts.secret_sealed: 202 sealed anew, 1 that no key'),
  });
  for (const column of ['embed_keys.secret_sealed', 'sso_apps.settings.secret', 'factor_changes.removed'])
    expect(first.said).toContain(`${column}: 1 sealed anew\n`);
  for (const column of ['mail_servers.password_sealed', 'sso_apps.settings.key', 'factors.secret'])
    expect(first.said).toMatch(new RegExp(`${column}: [1-9]\\d* sealed anew\n`));
  expect(first.said).toContain('Some values were left as they are');
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      `select 'service_accounts' as t, id, 'secret_sealed' as c, secret_sealed as v
        from service_accounts
        where id = $1
        union all select 'mail_servers', tenant_id, 'password_sealed', password_sealed
        from mail_servers
        union all select 'sso_apps', id, 'settings.key', settings->>'key' from sso_apps where settings->>'issuer' = 'x'
        union all select 'service_accounts', id, 'secret_sealed', secret_sealed
        from service_accounts
        where id = any ($2)
        union all select 'embed_keys', id, 'secret_sealed', secret_sealed
        from embed_keys
        union all select 'sso_apps', id, 'settings.secret', settings->>'secret' from sso_apps where kind = 'entra'`,
      [service, many.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(3 + 201 + 2);
    const kept = (await client.query('select removed from factor_changes where removed @> $1::jsonb', [JSON.stringify([{ id: gone }])]))
      .rows;
    expect(kept[0].removed).toMatchObject([
      { kind: 'recovery', secret: null },
      { id: gone, secret: expect.stringMatching(`^${current}\\.`) },
    ]);
    expect(await seals.open(kept[0].removed[1].secret, { tenantId: '-', table: 'factors', rowId: gone, column: 'secret' })).toBe('geheim');
    // The running Worker knows the new key as its next one.
    for (const { t: table, id: rowId, c: column, v } of rows) {
      expect(v.split('.')[0]).toBe(current);
      expect(await seals.open(v, { tenantId, table, rowId, column })).toBe('geheim');
    }
    expect(
      (await client.query(`select 1 from factors where secret is not null and split_part(secret, '.', 1) <> $1`, [current])).rows,
    ).toEqual([]);
    await client.query('delete from service_accounts where id = $1', [lost]);
    // The codes of these minutes are used up.
    await client.query('update factors set step = step - 100');
  });
  expect(await again()).toMatchObject({ code: 0, said: expect.not.stringMatching(/: [1-9]\d* sealed anew/) });
  const asked = await api(harness, host).post('/api/login', { email, password: chosenPassword });
  const entered = await api(harness, host).post('/api/login/2fa', {
    token: asked.body.token,
    code: codeAt(Date.now(), operatorKey),
  });
  expect(entered.status, entered.text).toBe(200);
});

/** The built Worker on this database, which only the two commands have modified. */
async function startWorker(): Promise<Harness> {
  const made = await makeWorld(cluster.url('neondb_owner'), { isAsDeployed: true });
  closing.push(made.close);
  workIn(made.world);
  const harness = newHarness({ vars: { PRODUCT_HOST: product, SMTP_PROTOCOL: 'none' } });
  closing.push(() => harness.close());
  await harness.listen();
  return harness;
}

async function mailedTo(address: string, place: string): Promise<string> {
  await expect.poll(() => linksTo(address), { timeout: 20_000 }).toMatchObject([{ host: place }]);
  return (await linksTo(address))[0]?.token ?? '';
}
