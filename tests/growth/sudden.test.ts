import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../dev/folders.ts';
import { startOidc } from '../../dev/idp-oidc/server.ts';
import { comparedBy, plansOfWork } from '../bench/plans.ts';
import { api } from '../support/api.ts';
import { buildAll, makeWorld } from '../support/api-setup.ts';
import { query } from '../support/database.ts';
import { getRegistration } from '../support/entra.ts';
import { newHarness } from '../support/harness.ts';
import { getDirectory, makeScimToken } from '../support/make-scim.ts';
import { type Cluster, startPostgres } from '../support/postgres.ts';
import { workIn } from '../support/world.ts';
import { type Asked, getAsked, makePlaces } from './asked.ts';
import { explaining, setExplained, unlessMixed } from './measure.ts';
import { once } from './ways-in.ts';

// After an import Postgres doesn't know for up to a minute that there are thousands of people: it expects one, and compares each with each.
const people = 2_000;
// What each person costs is far below; each with each is four million.
const most = people * 400;

// The call names how many users it expects, and is refused after it has counted them.
const counted = ['master: POST /api/auth/users/bulk (3)'];

let cluster: Cluster;
beforeAll(async () => {
  buildAll();
  // Without autovacuum the statistics stay as old as they are.
  cluster = await startPostgres(explaining);
});
afterAll(() => cluster.close());

/** Filters and searches that the samples of the contract list don't have. */
const filtered = (key: string) => [
  'audit?search=person',
  'audit/export?search=person',
  'users?search=person',
  'users?factor=with',
  'users?unidentified=1',
  'users?incomplete=1',
  `users?custom=${key}=sul`,
  `users/export?custom=${key}=sul`,
  'users/export?factor=without',
];

const toAsked = (name: string, ask: () => Promise<{ status: number; text: string }>): Asked => ({
  name,
  lasting: false,
  ask: async () => {
    const { status, text } = await ask();
    return status < 300 ? '' : `${status} ${text.slice(0, 300)}`;
  },
});

test('no call compares each person with each after a unit has grown at once', async () => {
  const name = 'sudden';
  const { world, close } = await makeWorld(await cluster.create(name));
  workIn(world);
  const owner = await cluster.connect(name);
  const idp = await startOidc({ port: 0 });
  const harness = newHarness({ ...getRegistration(idp), isAlone: true });
  try {
    await harness.listen();
    const places = await makePlaces();
    const { own } = places.admin;
    const [field] = await query("select key from custom_fields where tenant_id = $1 and of = 'user' order by key limit 1", [own.tenant.id]);
    const admin = api(harness, own.tenant, own.token);
    const directory = getDirectory(harness, own.tenant, (await makeScimToken(own.tenant, { slot: 2 })).token);
    const group = `/Groups/${own.ids.scimGroup}`;
    const asked = [
      // Reads by the administrator, and each write by the profile that getAsked chose for it.
      ...getAsked(harness, places, once).filter(({ name: call }) => /^(admin: |master: (?!GET))/.test(call)),
      ...filtered(String(field?.key)).map((path) => toAsked(path, () => admin.get(`/api/auth/${path}`))),
      ...[
        group,
        '/Groups',
        '/Users?startIndex=1500&count=100',
        `/Users?filter=userName%20eq%20%22sudden7@${own.tenant.id.slice(0, 8)}.test%22`,
      ].map((path) => toAsked(`directory: ${path}`, () => directory.get(path))),
      toAsked('directory: a member is added', () =>
        directory.patch(group, [{ op: 'add', path: 'members', value: [{ value: own.person.id }] }]),
      ),
    ];
    await owner.query('analyze');
    await owner.query(readFileSync(join(root, 'tests/growth/sudden.sql'), 'utf8'));
    for (const { tenant } of [own, places.master.own]) await owner.query('select tests.grow_at_once($1, $2)', [tenant.id, people]);
    // What compares millions takes longer.
    await setExplained(owner, 20);
    const during = plansOfWork(cluster, name, owner);
    const eachWithEach = "select count(*) from users one join users other on one.name < other.name where one.name like 'Person %'";
    expect(comparedBy(await during(() => owner.query(eachWithEach)))).toBeGreaterThan(most);
    const found: string[] = [];
    for (const { name: call, lasting, prepare, ask } of asked) {
      await harness.database.fail({ rollBack: !lasting });
      await prepare?.();
      let wrong = '';
      const planned = () => during(async () => (wrong = await ask()));
      const compared = comparedBy((await planned().catch(unlessMixed)) ?? (await planned()));
      if (compared > most || (wrong && !counted.includes(call))) found.push(`${call}: ${wrong || compared}`);
    }
    expect(asked.length).toBeGreaterThan(300);
    expect(found, found.join('\n')).toEqual([]);
  } finally {
    await harness.close();
    await idp.close();
    await close();
    await owner.end();
  }
}, 900_000);
