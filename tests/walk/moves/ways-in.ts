import { randomUUID } from 'node:crypto';
import { api } from '../../support/api.ts';
import { query } from '../../support/database.ts';
import { answerFor, getRoad, makeDirectoryPerson } from '../../support/entra.ts';
import { embedToken } from '../../support/make-embedding.ts';
import { codeAt } from '../../support/make-factor.ts';
import type { User } from '../../support/make-user.ts';
import { password } from '../../support/password.ts';
import { answer, arrive, begin, bring } from '../../support/saml-provider.ts';
import { comeIn, everybody, getClient, getOwn, idle, keep, mallory, toClaims } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

type Asserted = { email: string; key: string; groups?: string[] };

/** An assertion of A's provider, by a browser that then holds what came of it. */
export async function assertTo({ harness, provider, app, a }: Scene, { email, key, groups = [] }: Asserted) {
  const anybody = api(harness, a);
  const { id, cookie } = await begin(anybody, app);
  const options = { inResponseTo: id, nameId: key, attributes: { email, displayName: 'Somebody', groups } };
  const back = await arrive(anybody, await bring(harness, app.acs, answer(provider, app, options)), cookie);
  return { ...back, cookie: (back.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}

/** Mallory's provider names a victim by address, under one of a few identifiers, or a new person. */
export async function asserted(scene: Scene, random: Random, wish?: Asserted) {
  const { body } = await assertTo(
    scene,
    wish ?? {
      email: random.chance(0.8) ? random.pick(everybody(scene)).email : `${randomUUID().slice(0, 8)}@people.test`,
      key: random.chance(0.4) ? random.pick(['key-dora', 'key-vera']) : `key-${random.below(6)}`,
      groups: random.chance(0.3) ? ['boss'] : [],
    },
  );
  keep(scene, 'mallory', scene.a.host, body);
  return body;
}

/** Mallory's directory at the cloud provider names a user: as a member, or as a guest whose home asserts the address. */
export async function cloud(scene: Scene, random: Random, wish?: { email: string; guest: boolean }) {
  const { email, guest } = wish ?? {
    email: random.chance(0.6) ? random.pick(everybody(scene)).email : `${randomUUID().slice(0, 8)}@people.test`,
    guest: random.chance(0.4),
  };
  const { harness, a, idp, cloudDirectory: tid } = scene;
  const person = makeDirectoryPerson(idp, { tid, username: guest ? `${email.replace('@', '_')}#EXT#@guests.test` : email, email });
  const { begin: start, arrive: come, exchange } = getRoad(harness);
  const { url, binding } = await start(a);
  const { body } = await exchange((await come(await answerFor(url, person))).location, binding);
  keep(scene, 'mallory', a.host, body);
  if (guest && body?.status === 'ok') throw new Error('a guest of the directory was let in');
}

async function embed(scene: Scene, random: Random, who: User = random.pick(everybody(scene))) {
  const { harness, a, key } = scene;
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: who.email, aud: `http://${a.host}`, iat: now, exp: now + 60, jti: randomUUID() };
  const { body } = await api(harness, a).post('/api/login/embedded', { token: embedToken(key, claims) });
  keep(scene, 'mallory', a.host, body);
}

/** Signs in as Vera by the identifier that Mallory linked, and leaves behind whatever such a session can create. */
export async function plant(scene: Scene) {
  const { body } = await assertTo(scene, { email: scene.people.vera.email, key: 'key-vera' });
  keep(scene, 'mallory', scene.a.host, body);
  if (body?.status !== 'ok') return;
  const client = api(scene.harness, scene.a, body.token);
  const { body: begun } = await client.post('/api/auth/account/factors/start', {});
  if (!begun?.key) return;
  const { id, seal, key } = begun;
  await client.post('/api/auth/account/factors', { id, seal, name: 'Planted', app_code: codeAt(Date.now(), key) });
}

/** Mallory has a person made just in time, plants a factor as that person and invites the address, whose owner may then accept. */
export async function plantNew(scene: Scene) {
  const { body } = await assertTo(scene, { email: `${randomUUID().slice(0, 8)}@people.test`, key: `key-${randomUUID()}` });
  if (body?.status !== 'ok') return;
  keep(scene, 'mallory', scene.a.host, body);
  const client = api(scene.harness, scene.a, body.token);
  const { body: begun } = await client.post('/api/auth/account/factors/start', {});
  if (!begun?.key) return;
  const { id, seal, key } = begun;
  await client.post('/api/auth/account/factors', { id, seal, name: 'Planted', app_code: codeAt(Date.now(), key) });
  const person = toClaims(body.token).sub;
  await query("update users set name = 'Made' where id = $1", [person]);
  const held = getOwn(scene, 'mallory');
  if (held) await getClient(scene, held).post(`/api/auth/users/${person}/account_mail`, {});
}

/**
 * Dora has to change her password, and types it where Mallory reads along: Mallory chooses the new one if the portal lets it be chosen
 * there.
 */
export async function choosePassword({ harness, ownHost, people, ...scene }: Scene, random: Random) {
  const { email } = people.dora;
  const proxy = api(harness, ownHost);
  await query('update accounts set must_change = true where email = $1', [email]);
  // At A's address, or at C's, from where she is led to hers at A.
  const { body } = await proxy.post('/api/login', { email, password });
  const relayed = random.chance(0.5) ? await api(harness, scene.a).post('/api/login', { email, password }) : null;
  const tokens = [body?.token, relayed?.body?.token].filter((token) => typeof token === 'string');
  for (const token of tokens) await proxy.post('/api/password/new', { token, password: 'Escolhida-por-outra-77' });
  await query('update accounts set must_change = false where email = $1', [email]);
  return tokens.length === 0 ? idle : undefined;
}

export const waysIn = [
  mallory('mallory signs in', (scene, random) =>
    comeIn(scene, 'mallory', random.chance(0.3) ? { host: scene.ownHost } : scene.a, scene.people.mallory),
  ),
  mallory('A’s provider asserts a person', asserted),
  mallory('A’s cloud directory names a person', cloud),
  mallory('A’s embedding key opens a page', embed),
  mallory('mallory comes in as vera and leaves something behind', plant),
  mallory('mallory leaves a factor on a person she makes', plantNew, 'ok'),
  mallory(
    'dora types her password at an address of A’s DNS, and mallory reads along',
    (scene) => comeIn(scene, 'mallory', { host: scene.ownHost }, scene.people.dora),
    'ok',
  ),
  mallory('dora has to change her password at an address of A’s DNS, and mallory chooses one', choosePassword, 'refused'),
];
