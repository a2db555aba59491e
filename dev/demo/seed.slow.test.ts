import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTheme } from '../../domain/themes/check.ts';
import { getCountry, readPhone } from '../../domain/users/phone.ts';
import { isEmail } from '../../domain/validation/email.ts';
import { getPasswords } from '../../functions/services/password.ts';
import { sealer } from '../../functions/services/seal.ts';
import { type Database, startDatabase } from '../database/server.ts';
import { root } from '../folders.ts';
import { makeKeys } from '../secrets.ts';
import { demoKey } from '../site/demo-key.ts';
import { demoPassword, demoTenants } from './catalog.ts';
import { seed } from './seed.ts';

const { SEAL_KEYS: sealKeys } = makeKeys();
const first = { sealKeys, reportServiceUrl: 'http://127.0.0.1:8790', smtpPort: 8795, sitePort: 8797, now: Date.UTC(2026, 10, 20, 13) };
const laterBy = 40 * 86_400_000;
const later = { sealKeys, reportServiceUrl: 'http://127.0.0.1:9911', smtpPort: 9915, sitePort: 9917, now: first.now + laterBy };
const tables = [
  ...['tenants', 'domains', 'accounts', 'users', 'relations', 'settings', 'themes', 'notices', 'groups', 'subgroups', 'viewers'],
  ...['service_accounts', 'workspaces', 'reports', 'report_words', 'grants', 'favorites', 'visits', 'maintenance', 'audit', 'mail_servers'],
  ...['user_groups', 'user_group_members', 'catalog_requests', 'report_views', 'comments', 'comment_mentions', 'notifications'],
  ...['mail_templates'],
  ...['playlists', 'playlist_items', 'playlist_shares', 'playlist_devices', 'usage_days', 'embed_keys'],
  ...['scim_tokens', 'scim_groups', 'scim_log'],
  ...['sign_ins', 'questionnaires', 'factors'],
];

let database: Database;
let cost = { time: 0, statements: 0, bytes: 0 };
const ask = async (text: string, params: unknown[] = []) => (await database.owner.query(text, params)).rows;
const one = async (text: string, params: unknown[] = []) => (await ask(text, params))[0]?.x;
async function counts(): Promise<Record<string, number>> {
  const pairs: [string, number][] = [];
  for (const table of tables) pairs.push([table, await one(`select count(*)::int as x from ${table}`)]);
  return Object.fromEntries(pairs);
}
/** Milliseconds of computing (the database works in this thread, and the engine's compiler beside it doesn't count), and what was asked. */
async function run(options: typeof first): Promise<typeof cost> {
  let statements = 0;
  let bytes = 0;
  const before = process.threadCpuUsage();
  await database.owner.atOnce((sql) => {
    const query: typeof sql.query = (text, params) => {
      statements += 1;
      bytes += JSON.stringify(params ?? []).length;
      return sql.query(text, params);
    };
    return seed({ ...sql, query }, options);
  });
  const { user, system } = process.threadCpuUsage(before);
  return { time: (user + system) / 1000, statements, bytes };
}

async function expectSealedWith(ring: string): Promise<void> {
  for (const { tenant_id: tenantId, id: rowId, secret_sealed } of await ask('select * from service_accounts')) {
    const secret = await sealer(ring).open(secret_sealed, { tenantId, table: 'service_accounts', rowId, column: 'secret_sealed' });
    expect(secret).toBe(demoTenants.find((tenant) => tenant.id === tenantId)?.account.secret);
  }
  for (const { tenant_id: tenantId, id: rowId, secret_sealed } of await ask('select * from embed_keys'))
    expect(await sealer(ring).open(secret_sealed, { tenantId, table: 'embed_keys', rowId, column: 'secret_sealed' })).toBe(demoKey.secret);
}

beforeAll(async () => {
  database = await startDatabase({ migrations: 'migrations' });
  cost = await run(first);
}, 240_000);
afterAll(() => database.close());

describe('the first start', () => {
  // What it asks of the database is the same on every machine; the time is not, where other tests compute on the same core.
  it('sends few statements and little data', () => {
    expect(cost.statements).toBeLessThan(80);
    expect(cost.bytes).toBeLessThan(2_500_000);
  });
  it('takes less than two and a half seconds of computing', () => expect(cost.time).toBeLessThan(2500));

  it('fills every table', async () => {
    for (const [table, count] of Object.entries(await counts())) expect(count, table).toBeGreaterThan(0);
  });

  it('serves every tenant at its host, and Vértice at plain localhost', async () => {
    const rows = await ask('select d.host, t.name from domains d join tenants t on t.id = d.tenant_id order by d.host');
    expect(Object.fromEntries(rows.map((row) => [row.host, row.name]))).toEqual({
      '127.0.0.1': 'Vértice Alimentos',
      'aurora.localhost': 'Rede Aurora Saúde',
      'cerrado.localhost': 'Cerrado Têxtil',
      'horizonte.localhost': 'Horizonte Móveis',
      'nautica.localhost': 'Polo Náutico',
      'portocargas.localhost': 'Porto Cargas',
      localhost: 'Vértice Alimentos',
      'mirante.localhost': 'Mirante',
      'numera.localhost': 'Numera BI',
      'sierra.localhost': 'Sierra Norte',
      'vertice.localhost': 'Vértice Alimentos',
    });
  });

  it('gives everyone of the catalogue the demo password, one account per address', async () => {
    const both = await ask(`select distinct account_id from users where email = 'both@vertice.test'`);
    expect(both).toHaveLength(1);
    const hashes = await ask('select distinct password from accounts');
    expect(hashes).toHaveLength(1);
    expect(await getPasswords().verify(demoPassword, hashes[0]?.password)).toEqual({ right: true, stale: false });
    const without = await ask(`select email from users where account_id is null and email like 'admin@%'`);
    expect(without).toEqual([]);
  });

  it('has addresses that the product accepts, each once per tenant', async () => {
    for (const { email } of await ask('select email from users')) expect(isEmail(email), email).toBe(true);
    expect(await one(`select count(*)::int as x from users u join tenants t on t.id = u.tenant_id where t.name like 'Vértice%'`)).toBe(59);
  });

  it('has people in every state: blocked, invited, about to expire; phone numbers in the product’s format, each once', async () => {
    const people = await ask(`select u.*, t.zone from users u join tenants t on t.id = u.tenant_id where t.name like 'Vértice%'`);
    expect(new Set(people.map(({ status }) => status))).toEqual(new Set(['A', 'B', 'I', 'D']));
    const invited = people.filter((row) => row.invited_at !== null);
    expect(invited.map((row) => row.account_id)).toEqual([null, null]);
    expect(people.filter((row) => row.account_id === null)).toHaveLength(2);
    expect(people.filter((row) => row.expires_at > new Date(first.now))).toHaveLength(1);
    for (const { phone, zone, tenant_id } of await ask(
      'select u.phone, u.tenant_id, t.zone from users u join tenants t on t.id = u.tenant_id where u.phone is not null',
    ))
      expect(readPhone(phone, getCountry(zone)), `${tenant_id} ${phone}`).toBe(phone);
    expect(people.filter((row) => row.phone !== null).length).toBeGreaterThan(40);
  });

  it('has user groups with reports', async () => {
    const given = await ask(`select q.name, (select count(*)::int from user_group_members m where m.user_group_id = q.id) as members,
      (select count(*)::int from grants x where x.user_group_id = q.id) as reports
        from user_groups q join tenants t on t.id = q.tenant_id
        where t.name like 'Vértice%'`);
    expect(given.length).toBeGreaterThan(2);
    for (const { name, members } of given) expect(members, name).toBeGreaterThan(3);
    expect(given.filter(({ reports }) => reports > 0).length).toBeGreaterThan(1);
  });

  it('seals secrets with the ring of this installation, each in its place', () => expectSealedWith(sealKeys));

  it('places every report in a group of its own tenant, and its sub-group in that group', async () => {
    const strays = await ask(`select r.title from reports r
      left join groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
      left join subgroups s on s.tenant_id = r.tenant_id and s.id = r.subgroup_id and s.group_id = r.group_id
      where g.id is null or (r.subgroup_id is not null and s.id is null)`);
    expect(strays).toEqual([]);
  });

  it('has about 50 reports in Vértice: one external, one hidden, one in maintenance, some fresh, late and failed', async () => {
    const reports = await ask(`select r.* from reports r join tenants t on t.id = r.tenant_id where t.name like 'Vértice%'`);
    expect(reports).toHaveLength(52);
    expect(reports.filter((row) => row.kind === 'external')).toHaveLength(1);
    expect(reports.filter((row) => row.hidden)).toHaveLength(1);
    expect(new Set(reports.map((row) => row.freshness))).toEqual(new Set(['fresh', 'late', 'failed', 'unknown']));
    expect(reports.filter((row) => row.created_at.getTime() > first.now - 7 * 86_400_000)).toHaveLength(4);
    expect(reports.filter((row) => row.needs_identity).length).toBeGreaterThan(5);
  });

  it('grants so that the regional manager sees every report and the agent does not', async () => {
    const seen = (email: string) =>
      one(
        `select count(distinct r.id)::int as x from reports r join users u on u.tenant_id = r.tenant_id and u.email = $1
          join grants g on g.tenant_id = r.tenant_id and g.report_id = r.id and (g.subject = 'everyone' or g.user_id = u.id)
          join tenants t on t.id = r.tenant_id and t.name like 'Vértice%' where not r.hidden`,
        [email],
      );
    expect(await seen('regional@vertice.test')).toBe(51);
    expect(await seen('agent@vertice.test')).toBeLessThan(48);
  });

  it('publishes themes in which every pair of colours can be read', async () => {
    const themes = await ask('select "values" from themes where published');
    expect(themes).toHaveLength(demoTenants.length);
    for (const { values } of themes) expect(checkTheme(values), values.name).toEqual([]);
  });
});

describe('a later start', () => {
  it('adds nothing, keeps what people changed and takes little computing', async () => {
    const before = await counts();
    await ask(`update groups set name = 'Vendas e clientes', position = 9 where name = 'Comercial'`);
    await ask(`delete from favorites where user_id in (select id from users where email = 'admin@vertice.test')`);
    await ask(`update notices set ends_at = null where title like 'Manutenção%'`);
    const own = 'http://127.0.0.1:8790/reportEmbed?reportId=own';
    await ask(`update reports set title = 'Vendas', embed_url = $1 where title = 'Vendas diárias' and embed_url is not null`, [own]);
    expect((await run(later)).time).toBeLessThan(1500);
    expect(await counts()).toEqual({ ...before, favorites: (before.favorites ?? 0) - 4 });
    expect(await one(`select count(*)::int as x from groups where name = 'Vendas e clientes' and position = 9`)).toBe(1);
    expect(await one(`select count(*)::int as x from notices where ends_at is null`)).toBe(1);
    expect(await one(`select embed_url as x from reports where title = 'Vendas' limit 1`)).toBe(own.replace('8790', '9911'));
  });

  it('moves maintenance, trial, notices and relations into the future', async () => {
    const now = new Date(later.now).toISOString();
    expect(
      // The one of Sierra, and a short one that always ends soon.
      await ask(
        `select 1
          from tenants
          where status = 'T'
            and trial_ends_at is distinct from $1::timestamptz + case name
              when 'Horizonte Móveis' then interval '5 days'
              else interval '12 days' end`,
        [now],
      ),
    ).toEqual([]);
    expect(await ask('select 1 from notices where ends_at <= $1', [now])).toEqual([]);
    expect(await ask('select 1 from relations where until <= $1', [now])).toEqual([]);
    expect(await ask('select 1 from users where expires_at <= $1', [now])).toEqual([]);
  });

  it('shows the same ages of data, visits and new reports as on the first day', async () => {
    const at = new Date(later.now).toISOString();
    const fresh = await one(
      `select count(*)::int as x from reports where data_at > $1::timestamptz - interval '31 minutes' and data_at <= $1`,
      [at],
    );
    expect(fresh).toBeGreaterThan(15);
    expect(
      await one(`select count(*)::int as x from reports where created_at > $1::timestamptz - interval '7 days' and created_at <= $1`, [at]),
    ).toBe(8);
    expect(await one(`select count(*)::int as x from visits where last_at > $1::timestamptz - interval '1 hour'`, [at])).toBeGreaterThan(3);
  });

  it('points every report to the current address of the report service', async () => {
    expect(
      await ask('select 1 from reports where kind = $1 and not starts_with(embed_url, $2)', ['powerbi', later.reportServiceUrl]),
    ).toEqual([]);
  });

  it('lets the site embed reports from its current address, and keeps the sites that people added', async () => {
    const site = `update settings
      set "values" = jsonb_set("values", '{embed_origins}', "values"->'embed_origins' || '["https://a.test"]')
      where "values" ? 'embed_origins'`;
    await ask(site);
    await run({ ...later, sitePort: 9918 });
    expect(await one(`select "values"->'embed_origins' as x from settings where "values" ? 'embed_origins'`)).toEqual([
      'http://intranet.localhost:9918',
      'https://a.test',
    ]);
  });

  it('soon after another keeps the dates, and uses the current addresses of the stand-ins', async () => {
    const dates = () => ask('select id, started_at from visits order by id');
    const before = await dates();
    const soon = { ...later, now: later.now + 3_000_000, datedAt: later.now, reportServiceUrl: 'http://127.0.0.1:9922' };
    expect(await database.owner.atOnce((sql) => seed(sql, soon))).toBe(later.now);
    expect(await dates()).toEqual(before);
    expect(await one(`select count(*)::int as x from reports where starts_with(embed_url, 'http://127.0.0.1:9922/')`)).toBeGreaterThan(20);

    const hourLater = { ...soon, now: later.now + 3_700_000 };
    expect(await database.owner.atOnce((sql) => seed(sql, hourLater))).toBe(hourLater.now);
    expect(await dates()).not.toEqual(before);
    await run(later);
  });

  it('seals the secrets again when the keys of the data folder are new', async () => {
    const { SEAL_KEYS } = makeKeys();
    await run({ ...later, sealKeys: SEAL_KEYS });
    await expectSealedWith(SEAL_KEYS);
  });
});

it('shows in the documentation the key that it seeds', () => {
  const text = readFileSync(join(root, 'docs', 'embedding.md'), 'utf8');
  expect(text).toContain(`kid: '${demoKey.id}'`);
  expect(text).toContain(`encode('${demoKey.secret}')`);
});
