import { randomUUID } from 'node:crypto';
import { query } from '../../support/database.ts';
import { getDirectory, scimUser } from '../../support/make-scim.ts';
import { makeProvider, samlBody } from '../../support/saml-provider.ts';
import { world } from '../../support/world.ts';
import type { Driver, Held } from '../held.ts';
import { by, everybody, getClient, getSession, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

type Client = ReturnType<typeof getClient>;
const short = () => randomUUID().slice(0, 8);
const settings = (client: Client, values: object) => client.post('/api/auth/config/update', values);

/** The keys of the house, each by the call that turns it. */
export const turns = {
  'requires a factor of everyone, or not': (client, _scene, random) => settings(client, { mfa_master: random.chance(0.1) ? 'S' : 'N' }),
  'sets how long a password lasts': (client, _scene, random) => settings(client, { expiry_time_password: random.pick([null, 360, 365]) }),
  // The portal's own stand-in, in place of a server of the unit's.
  'sets the mail server': async (client, { a }) =>
    client.put('/api/auth/mail/server', {
      ...{
        name: 'Mallory',
        email: 'm@mallory.example',
        host: 'localhost',
        port: world().mail.smtpPort,
        protocol: 'starttls',
        password: 'x',
      },
      version: Number((await query('select version from mail_servers where tenant_id = $1', [a.id]))[0]?.version ?? 0),
    }),
  'makes an embedding key': (client) => client.post('/api/auth/embedding/keys', { name: short() }),
  'revokes an embedding key': async (client, { a, key }, random) => {
    const rows = await query('select id from embed_keys where tenant_id = $1 and revoked_at is null and id <> $2', [a.id, key.id]);
    await client.delete(`/api/auth/embedding/keys/${rows.length > 0 ? random.pick(rows).id : randomUUID()}`);
  },
  'makes a token of a directory': (client) => client.post('/api/auth/scim/add', { name: short(), life: 'never' }),
  'maps a group of the directory': async (client, { mapped }, random) => {
    const [row] = await query('select version from scim_groups where id = $1', [mapped.id]);
    await client.put(`/api/auth/scim/groups/${mapped.id}`, { version: Number(row?.version), profile: random.pick(['admin', null]) });
  },
  'adds a provider': async (client) => client.post('/api/auth/saml/add', samlBody(await makeProvider(), { jit: 'N' })),
  'adds a person': (client, _scene, random) =>
    client.post('/api/auth/users', { name: 'Made', email: `${short()}@people.test`, profile: random.pick(['admin', 'user']) }),
  'sets how a list is kept': (client, _scene, random) => settings(client, { save_filter: random.pick(['S', 'N']) }),
  'reads the settings': (client) => client.get('/api/auth/config/getConfig'),
} satisfies Record<string, (client: Client, scene: Scene, random: Random) => Promise<unknown>>;
export type Turn = keyof typeof turns;

export const turn = async (
  scene: Scene,
  driver: Driver,
  random: Random,
  what: Turn,
  held: Held | null = getSession(scene, driver, random),
) => {
  if (held) await turns[what](getClient(scene, held), scene, random);
};

type Write = (scene: Scene, scim: ReturnType<typeof getDirectory>, random: Random) => Promise<unknown>;
const directory = (name: string, write: Write) =>
  mallory(`A’s directory ${name}`, (scene, random) => write(scene, getDirectory(scene.harness, scene.a, scene.directory.token), random));
export const provision = async (scene: Scene, email: string, externalId: string) => {
  const person = { schemas: [scimUser], userName: email, externalId, emails: [{ value: email, primary: true }], active: true };
  const { body } = await getDirectory(scene.harness, scene.a, scene.directory.token).post('/Users', person);
  if (body?.id) scene.provisioned.push(body.id);
};

/** The directory adopts a user that it didn't create. */
export const adopt = (scene: Scene, id: string, externalId: string) =>
  getDirectory(scene.harness, scene.a, scene.directory.token).patch(`/Users/${id}`, [
    { op: 'replace', path: 'externalId', value: externalId },
  ]);

/** The directory makes a user a member of a group that it made administrators. */
export const raise = (scene: Scene, id: string) =>
  getDirectory(scene.harness, scene.a, scene.directory.token).patch(`/Groups/${scene.raising.id}`, [
    { op: 'add', path: 'members', value: [{ value: id }] },
  ]);

export const keysOfTheHouse = [
  // because turns is a literal
  ...(Object.keys(turns) as Turn[]).map((what) => mallory(`mallory ${what}`, (scene, random) => turn(scene, 'mallory', random, what))),
  by(
    'nadia',
    'nadia turns a key',
    (scene, random) =>
      turn(scene, 'nadia', random, random.pick(['makes an embedding key', 'adds a person', 'adds a provider', 'sets the mail server'])),
    { ends: 'refused' },
  ),
  by('pedro', 'pedro turns a key', (scene, random) => turn(scene, 'pedro', random, random.pick(Object.keys(turns) as Turn[])), {
    // because turns is a literal
    may: ['partner:keys', 'partner:people', 'partner:rights'],
  }),
  directory('makes a person', (scene, _scim, random) =>
    provision(scene, random.chance(0.5) ? `${short()}@people.test` : random.pick(everybody(scene)).email, `x-${short()}`),
  ),
  directory('blocks a person, or not', (scene, scim, random) =>
    scim.patch(`/Users/${(random.chance(0.6) && scene.provisioned.at(-1)) || random.pick(everybody(scene)).id}`, [
      { op: 'replace', path: 'active', value: random.chance(0.5) },
    ]),
  ),
  directory('takes over a person', (scene, _scim, random) =>
    adopt(
      scene,
      random.pick([scene.people.vera, scene.people.nadia, scene.people.anaAtA, scene.people.evaAtA]).id,
      `key-${random.below(6)}`,
    ),
  ),
  directory('renames a person', (scene, scim, random) =>
    scim.patch(`/Users/${(random.chance(0.6) && scene.provisioned.at(-1)) || random.pick(everybody(scene)).id}`, [
      { op: 'replace', path: 'userName', value: random.chance(0.5) ? `${short()}@people.test` : random.pick(everybody(scene)).email },
    ]),
  ),
  directory('raises a person', (scene, _scim, random) =>
    raise(scene, (random.chance(0.5) && scene.provisioned.at(-1)) || random.pick(everybody(scene)).id),
  ),
];
