import { randomUUID } from 'node:crypto';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { embedToken } from '../support/make-embedding.ts';
import { codeAt, mailedCode } from '../support/make-factor.ts';
import { directoryOf, scimUser } from '../support/make-scim.ts';
import type { User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import { answer, arrive, begin, bring } from '../support/saml-provider.ts';
import { world } from '../support/world.ts';
import type { Random } from './random.ts';
import { clientOf, comeIn, type Driver, type Held, type Scene } from './scene.ts';

/** One move of an actor. `may` lists the zones it may change; any other change is a finding. */
export type Move = {
  name: string;
  driver: Driver;
  may: readonly string[];
  run(scene: Scene, random: Random): Promise<unknown>;
};

/** Unit A is Mallory's: changes inside it are allowed. */
const ofA = ['a:rights', 'a:keys', 'a:people'];
const malloryMay = [...ofA, 'account:mallory', 'account:nadia'];

const heldBy = (scene: Scene, driver: Driver): Held[] => scene.held.filter((held) => held.driver === driver);
/** A session that a driver holds: the driver's own latest one, or any recent one; null before the first. */
function sessionOf(scene: Scene, driver: Driver, random: Random): Held | null {
  const held = heldBy(scene, driver);
  const own = held.filter(({ person }) => driver !== 'honest' && person === scene.people[driver].id).at(-1);
  if (own && random.chance(0.5)) return own;
  return held.length > 0 ? random.pick(held.slice(-8)) : null;
}
/** Keeps every token in an answer, whichever driver received it. */
function keep(scene: Scene, driver: Driver, host: string, body: unknown): void {
  const found = body as { token?: unknown; session?: { token?: unknown }; user?: { id?: string } } | undefined; // because only what is there is taken
  for (const token of [found?.token, found?.session?.token])
    if (typeof token === 'string' && token.split('.').length === 3) scene.held.push({ token, host, person: found?.user?.id ?? '', driver });
}

const everybody = ({ people }: Scene): User[] => Object.values(people);
const units = ({ a, b, c, partner, root }: Scene) => [a, b, c, partner, root];
const someId = (scene: Scene, random: Random): string =>
  random.pick([
    ...everybody(scene)
      .map(({ id }) => id)
      .filter((id) => id !== scene.people.nadia.id),
    ...Object.values(scene.content),
    scene.b.id,
    scene.partner.id,
  ]);

/** An assertion of A's provider: names a victim by address, with one of a few identifiers, or a new person. */
async function assertion(scene: Scene, random: Random) {
  const { harness, provider, app, a } = scene;
  const email = random.chance(0.8) ? random.pick(everybody(scene)).email : `${randomUUID().slice(0, 8)}@people.test`;
  const groups = random.chance(0.3) ? ['boss'] : [];
  const anybody = api(harness, a);
  const { id, cookie } = await begin(anybody, app);
  const options = {
    inResponseTo: id,
    nameId: random.chance(0.4) ? random.pick(['key-dora', 'key-vera']) : `key-${random.below(6)}`,
    attributes: { email, displayName: 'Somebody', groups },
  };
  const back = await arrive(anybody, await bring(harness, app.acs, answer(provider, app, options)), cookie);
  keep(scene, 'mallory', a.host, back.body);
}

async function changeCompany(scene: Scene, driver: Driver, random: Random) {
  const held = sessionOf(scene, driver, random);
  if (!held) return;
  const client = clientOf(scene, held);
  await client.get('/api/auth/companies');
  const target = random.pick(units(scene));
  const { body } = await client.post('/api/auth/change/companies', { company: target.id });
  if (!body?.token) return;
  const host = String(body.domain).split(':')[0] ?? '';
  keep(scene, driver, host, (await api(scene.harness, host).post('/api/oauth/company', { token: body.token })).body);
}

/** Calls that touch credentials, with any proof the driver knows. */
async function credentials(scene: Scene, driver: Driver, random: Random) {
  const held = sessionOf(scene, driver, random);
  if (!held) return;
  const client = clientOf(scene, held);
  const proof = random.pick([{}, { password }, { password, code: 'AAAA-BBBB-CCCC-DDDD' }]);
  switch (random.below(6)) {
    case 0: {
      const { body } = await client.post('/api/auth/account/factors/start', {});
      if (!body?.key) return;
      const { id, seal, key } = body;
      const own = Object.values(scene.people).find((person) => person.id === held.person);
      const mail_code = own && driver !== 'honest' && own === scene.people[driver] ? await mailedCode(own) : '000000';
      return client.post('/api/auth/account/factors', { id, seal, name: 'App', app_code: codeAt(Date.now(), key), mail_code, ...proof });
    }
    case 1:
      return client.post('/api/auth/account/passkeys/options', proof);
    case 2:
      return client.post('/api/auth/account/recovery-codes', proof);
    case 3:
      return client.post('/api/auth/account/password', { current: 'not known', password: 'Caminho-do-mar-77' });
    case 4:
      return client.post('/api/auth/account/sessions/end', {});
    default:
      return client.post('/api/auth/account/proof', proof.password ? { password: 'a guess' } : proof);
  }
}

/** What an administrator may do to people of A, aimed at any actor. */
async function administration(scene: Scene, random: Random) {
  const held = sessionOf(scene, 'mallory', random);
  if (!held) return;
  const client = clientOf(scene, held);
  const id = random.chance(0.7)
    ? random.pick([scene.people.anaAtA, scene.people.doraAtA, scene.people.evaAtA, scene.people.vera]).id
    : someId(scene, random);
  const [row] = await query('select version, name, email, profile from users where id = $1 and tenant_id = $2', [id, scene.a.id]);
  const fields = {
    version: Number(row?.version ?? 1),
    name: String(row?.name ?? 'X'),
    email: String(row?.email ?? 'x@people.test'),
    profile: row?.profile ?? 'user',
  };
  switch (random.below(9)) {
    case 0:
      return client.post(`/api/auth/users/${id}/account_mail`, {});
    case 1:
      return client.put(`/api/auth/users/${id}`, {
        ...fields,
        reinvite: true,
        email: random.pick([scene.people.olga, scene.people.carlos]).email,
      });
    case 2:
      return client.put(`/api/auth/users/${id}`, { ...fields, profile: random.pick(['user', 'admin']) });
    case 3:
      return client.post(`/api/auth/users/${id}/remove`, { typed: fields.name.toUpperCase() });
    case 4:
      return client.post(`/api/auth/users/${id}/restore`, {});
    case 5:
      return client.post(`/api/auth/users/${random.pick([scene.people.doraAtA, scene.people.evaAtA]).id}/factors/reset`, {});
    case 6:
      return client.post('/api/auth/users/bulk', { ids: [id], action: random.pick(['block', 'unblock', 'remove', 'restore']) });
    case 7:
      return client.get('/api/auth/user-imports/units');
    default:
      return client.post(`/api/auth/user-imports/units/${scene.b.id}`, {});
  }
}

/** Links people of A, or victims, by an identifier at A's provider, and unlinks them again. */
async function linking(scene: Scene, random: Random) {
  const held = sessionOf(scene, 'mallory', random);
  if (!held) return;
  const client = clientOf(scene, held);
  const { anaAtA, doraAtA, evaAtA, nadia, vera } = scene.people;
  const id = random.chance(0.6)
    ? random.pick([nadia, vera]).id
    : random.chance(0.7)
      ? random.pick([anaAtA, doraAtA, evaAtA]).id
      : someId(scene, random);
  const path = `/api/auth/users/${id}/identities`;
  if (random.chance(0.6))
    return client.post(path, { provider: scene.app.id, subject: random.chance(0.4) ? 'key-vera' : `key-${random.below(6)}` });
  const { body } = await client.get(path);
  const known = (body?.items ?? []) as { id: string }[]; // because the contract says so
  if (known.length > 0) await client.delete(`${path}/${random.pick(known).id}`);
}

const assertVera = async ({ harness, provider, app, a, people }: Scene, key: string) => {
  const anybody = api(harness, a);
  const { id, cookie } = await begin(anybody, app);
  const options = { inResponseTo: id, nameId: key, attributes: { email: people.vera.email, displayName: 'Vera', groups: [] } };
  return (await arrive(anybody, await bring(harness, app.acs, answer(provider, app, options)), cookie)).body;
};

/** Signs in as Vera through the identifier that Mallory linked, and leaves behind whatever such a session can create. */
async function plant(scene: Scene) {
  const body = await assertVera(scene, 'key-vera');
  keep(scene, 'mallory', scene.a.host, body);
  if (body?.status !== 'ok') return;
  const client = api(scene.harness, scene.a, body.token);
  const { body: begun } = await client.post('/api/auth/account/factors/start', {});
  if (!begun?.key) return;
  const { id, seal, key } = begun;
  await client.post('/api/auth/account/factors', { id, seal, name: 'Planted', app_code: codeAt(Date.now(), key) });
}

/** Makes Vera an administrator, or a plain user again who is then relinked. */
async function promote(scene: Scene) {
  const held = heldBy(scene, 'mallory').findLast(({ person }) => person === scene.people.mallory.id);
  if (!held) return;
  const client = clientOf(scene, held);
  const { vera } = scene.people;
  const [row] = await query('select version, profile, deleted_at from users where id = $1', [vera.id]);
  if (row?.deleted_at) return client.post(`/api/auth/users/${vera.id}/restore`, {});
  const profile = row?.profile === 'user' ? 'admin' : 'user';
  await client.put(`/api/auth/users/${vera.id}`, { version: Number(row?.version), name: vera.name, email: vera.email, profile });
  if (profile === 'user') await client.post(`/api/auth/users/${vera.id}/identities`, { provider: scene.app.id, subject: 'key-vera' });
}

async function embed(scene: Scene, random: Random) {
  const { harness, a, key } = scene;
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: random.pick(everybody(scene)).email, aud: `http://${a.host}`, iat: now, exp: now + 60, jti: randomUUID() };
  const { body } = await api(harness, a).post('/api/login/embedded', { token: embedToken(key, claims) });
  keep(scene, 'mallory', a.host, body);
}

async function directory(scene: Scene, random: Random) {
  const scim = directoryOf(scene.harness, scene.a, scene.directory.token);
  const who = random.pick(everybody(scene));
  switch (random.below(4)) {
    case 0: {
      const { body } = await scim.post('/Users', {
        schemas: [scimUser],
        userName: who.email,
        externalId: `x-${random.below(5)}`,
        emails: [{ value: who.email, primary: true }],
        active: true,
      });
      if (body?.id) scene.provisioned.push(body.id);
      return;
    }
    case 1:
      return scim.patch(`/Users/${scene.provisioned.at(-1) ?? who.id}`, [{ op: 'replace', path: 'active', value: random.chance(0.5) }]);
    case 2:
      return scim.patch(`/Users/${who.id}`, [{ op: 'replace', path: 'userName', value: random.pick(everybody(scene)).email }]);
    default:
      return scim.patch(`/Groups/${scene.raising.id}`, [{ op: 'add', path: 'members', value: [{ value: who.id }] }]);
  }
}

async function keysOfTheHouse(scene: Scene, driver: Driver, random: Random) {
  const held = sessionOf(scene, driver, random);
  if (!held) return;
  const client = clientOf(scene, held);
  switch (random.below(7)) {
    case 0:
      return client.post('/api/auth/config/update', { mfa_master: random.chance(0.1) ? 'S' : 'N' });
    case 1:
      // The portal's own stand-in, in place of Mallory's server.
      return client.put('/api/auth/mail/server', {
        ...{
          name: 'Mallory',
          email: 'm@mallory.example',
          host: 'localhost',
          port: world().mail.smtpPort,
          protocol: 'starttls',
          password: 'x',
        },
        version: Number((await query('select version from mail_servers where tenant_id = $1', [scene.a.id]))[0]?.version ?? 0),
      });
    case 2:
      return client.post('/api/auth/embedding/keys', { name: randomUUID().slice(0, 8) });
    case 3:
      return client.post('/api/auth/scim/add', { name: randomUUID().slice(0, 8), life: 'never' });
    case 4:
      return client.post('/api/auth/config/update', { save_filter: random.pick(['S', 'N']) });
    case 5:
      return client.get('/api/auth/config/getConfig');
    default:
      return client.post('/api/auth/users', {
        name: 'Made',
        email: `${randomUUID().slice(0, 8)}@people.test`,
        profile: random.pick(['admin', 'user']),
      });
  }
}

/** The partner enters one of its units and does there what it can. */
async function visit(scene: Scene, random: Random) {
  const held = heldBy(scene, 'pedro').findLast(({ host }) => host === scene.partner.host);
  if (!held) return;
  const unit = random.pick([scene.a, scene.b]);
  const asPerson = random.chance(0.3) ? { user: scene.people.carlos.id } : {};
  const { body } = await clientOf(scene, held).post(
    random.pick(['/api/auth/change/partner/to/admin', '/api/auth/change/partner/to/admin/no/verify']),
    {
      company: unit.id,
      reason: 'Support',
      minutes: 30,
      ...asPerson,
    },
  );
  if (!body?.token) return;
  const { body: arrived } = await api(scene.harness, unit).post('/api/oauth/company', { token: body.token });
  keep(scene, 'pedro', unit.host, arrived);
}

/** Dora has to change her password, and types it where Mallory reads along: Mallory chooses the new one if the portal lets it be chosen there. */
async function choosePassword({ harness, ownHost, people, ...scene }: Scene, random: Random) {
  const { email } = people.dora;
  const proxy = api(harness, ownHost);
  await query('update accounts set must_change = true where email = $1', [email]);
  // At A's address, or at C's, from where she is led to hers at A.
  const { body } = await proxy.post('/api/login', { email, password });
  const relayed = random.chance(0.5) ? await api(harness, scene.a).post('/api/login', { email, password }) : null;
  for (const token of [body?.token, relayed?.body?.token])
    if (typeof token === 'string') await proxy.post('/api/password/new', { token, password: 'Escolhida-por-outra-77' });
  await query('update accounts set must_change = false where email = $1', [email]);
}

/** An honest user signs in and works: the moves of others must not have locked them out. */
const honest = (name: keyof Scene['people'], place: (scene: Scene) => { host: string }): Move => ({
  name: `${name} comes in`,
  driver: 'honest',
  may: [],
  async run(scene) {
    const held = await comeIn(scene, 'honest', place(scene), scene.people[name]);
    if (!held) throw new Error(`${name} could not come in`);
    const { status, text } = await clientOf(scene, held).get('/api/auth/companies');
    if (status !== 200) throw new Error(`${name} came in and was refused: ${status} ${text}`);
  },
});

/** The real Vera signs in: if Mallory left her link alone, she gets in at once, without confirming anything. */
const veraByProvider: Move = {
  name: 'vera comes in by A’s provider',
  driver: 'honest',
  may: [],
  async run(scene) {
    const { provider, a, people } = scene;
    const linked = await query(
      `select 1 from identities i join users u on u.tenant_id = i.tenant_id and u.id = i.user_id
        where i.tenant_id = $1 and i.issuer = $2 and i.subject = 'key-vera' and u.id = $3 and u.status = 'A' and u.profile = 'user'`,
      [a.id, provider.issuer, people.vera.id],
    );
    const body = await assertVera(scene, 'key-vera');
    if (linked.length > 0 && (body?.status !== 'ok' || body.user?.id !== people.vera.id))
      throw new Error(`vera could not come in: ${body?.status}`);
  },
};

const mallory = (name: string, run: Move['run']): Move => ({ name, driver: 'mallory', may: malloryMay, run });

export const moves: readonly Move[] = [
  mallory('mallory signs in', (scene, random) =>
    comeIn(scene, 'mallory', random.chance(0.3) ? { host: scene.ownHost } : scene.a, scene.people.mallory),
  ),
  mallory('A’s provider asserts a person', assertion),
  mallory('A’s embedding key opens a page', embed),
  mallory('A’s directory writes', directory),
  mallory('dora types her password at an address of A’s DNS, and mallory reads along', (scene) =>
    comeIn(scene, 'mallory', { host: scene.ownHost }, scene.people.dora),
  ),
  mallory('dora has to change her password at an address of A’s DNS, and mallory chooses one', choosePassword),
  mallory('mallory changes unit', (scene, random) => changeCompany(scene, 'mallory', random)),
  mallory('mallory touches credentials', (scene, random) => credentials(scene, 'mallory', random)),
  mallory('mallory administers', administration),
  mallory('mallory links by identifier', linking),
  mallory('mallory comes in as vera and leaves something behind', plant),
  mallory('mallory promotes vera, or makes her a plain user again', promote),
  mallory('mallory turns keys', (scene, random) => keysOfTheHouse(scene, 'mallory', random)),
  mallory('mallory asks for a new password of a victim', (scene, random) =>
    api(scene.harness, random.chance(0.5) ? { host: scene.ownHost } : scene.a).post('/api/password/forgot', {
      email: random.pick(everybody(scene)).email,
    }),
  ),
  { name: 'nadia signs in', driver: 'nadia', may: [], run: (scene) => comeIn(scene, 'nadia', scene.a, scene.people.nadia) },
  { name: 'nadia turns keys', driver: 'nadia', may: [], run: (scene, random) => keysOfTheHouse(scene, 'nadia', random) },
  { name: 'pedro signs in', driver: 'pedro', may: [], run: (scene) => comeIn(scene, 'pedro', scene.partner, scene.people.pedro) },
  { name: 'pedro visits', driver: 'pedro', may: [], run: visit },
  {
    name: 'pedro turns keys',
    driver: 'pedro',
    may: ['partner:keys', 'partner:people', 'partner:rights'],
    run: (scene, random) => keysOfTheHouse(scene, 'pedro', random),
  },
  {
    name: 'pedro touches credentials',
    driver: 'pedro',
    may: ['account:pedro'],
    run: (scene, random) => credentials(scene, 'pedro', random),
  },
  honest('ana', ({ b }) => b),
  honest('bea', ({ b }) => b),
  honest('carlos', ({ b }) => b),
  honest('dora', ({ c }) => c),
  veraByProvider,
];
