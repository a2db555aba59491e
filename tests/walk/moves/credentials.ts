import { api } from '../../support/api.ts';
import { codeAt, mailedCode } from '../../support/make-factor.ts';
import { password } from '../../support/password.ts';
import type { Driver, Held } from '../held.ts';
import { by, everybody, getClient, getSession, keep, type Move, mallory, units } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

/** Goes to another unit of the session's person, if the portal lets it. */
export async function changeCompany(
  scene: Scene,
  driver: Driver,
  random: Random,
  held: Held | null = getSession(scene, driver, random),
  to: { id: string } = random.pick(units(scene)),
) {
  if (!held) return;
  const client = getClient(scene, held);
  await client.get('/api/auth/companies');
  const { body } = await client.post('/api/auth/change/companies', { company: to.id });
  if (!body?.token) return;
  const host = String(body.domain).split(':')[0] ?? '';
  keep(scene, driver, host, (await api(scene.harness, host).post('/api/oauth/company', { token: body.token })).body);
}

const isOwn = (scene: Scene, driver: Driver, { person }: Held) => driver !== 'honest' && person === scene.people[driver].id;
/** With any proof that a driver knows: of a session that isn't the driver's own, only guesses. */
const getProof = (scene: Scene, driver: Driver, held: Held, random: Random) =>
  isOwn(scene, driver, held)
    ? random.pick([
        {},
        { password },
        { password, code: scene.codes[held.person]?.pop() ?? 'AAAA-BBBB-CCCC-DDDD' },
        { password, code: scene.codes[held.person]?.pop() ?? 'AAAA-BBBB-CCCC-DDDD' },
      ])
    : random.pick([{}, { password: 'a guess' }]);

type Touch = (client: ReturnType<typeof getClient>, proof: object, held: Held, scene: Scene) => Promise<unknown>;
const touches = {
  'adds a factor': async (client, proof, held, scene) => {
    const { body } = await client.post('/api/auth/account/factors/start', {});
    if (!body?.key) return;
    const { id, seal, key } = body;
    const own = Object.values(scene.people).find((person) => person.id === held.person);
    const mail_code = own && isOwn(scene, held.driver, held) ? await mailedCode(own) : '000000';
    const { body: added } = await client.post('/api/auth/account/factors', {
      id,
      seal,
      name: 'App',
      app_code: codeAt(Date.now(), key),
      mail_code,
      ...proof,
    });
    if (added?.recovery_codes && own) scene.codes[own.id] = added.recovery_codes;
  },
  'asks for a passkey': (client, proof) => client.post('/api/auth/account/passkeys/options', proof),
  'makes recovery codes': async (client, proof, held, scene) => {
    // A user without codes makes a factor first.
    if (isOwn(scene, held.driver, held) && !scene.codes[held.person]?.length)
      await touches['adds a factor'](client, { password }, held, scene);
    const code = isOwn(scene, held.driver, held) ? scene.codes[held.person]?.pop() : undefined;
    const { body } = await client.post('/api/auth/account/recovery-codes', code ? { password, code } : proof);
    if (body?.recovery_codes) scene.codes[held.person] = body.recovery_codes;
  },
  'sets the password': (client) => client.post('/api/auth/account/password', { current: 'not known', password: 'Caminho-do-mar-77' }),
  'removes a factor': async (client, proof) => {
    const { body } = await client.get('/api/auth/account/factors');
    if (body?.app) await client.post(`/api/auth/account/factors/${body.app.id}/remove`, proof);
  },
  'ends sessions elsewhere': (client) => client.post('/api/auth/account/sessions/end', {}),
  'proves the account': (client, proof) => client.post('/api/auth/account/proof', proof),
} satisfies Record<string, Touch>;
export type Touched = keyof typeof touches;

export async function touch(
  scene: Scene,
  driver: Driver,
  random: Random,
  what: Touched,
  held: Held | null = getSession(scene, driver, random),
  isProved = false,
) {
  if (held) await touches[what](getClient(scene, held), isProved ? { password } : getProof(scene, driver, held, random), held, scene);
}
const all = Object.keys(touches) as Touched[]; // because touches is a literal

export const credentials: readonly Move[] = [
  mallory('mallory changes unit', (scene, random) =>
    changeCompany(scene, 'mallory', random, undefined, random.chance(0.5) ? scene.c : undefined),
  ),
  ...all.map((what) =>
    mallory(
      `mallory ${what}`,
      (scene, random) => touch(scene, 'mallory', random, what),
      what === 'sets the password' ? 'refused' : undefined,
    ),
  ),
  by('pedro', 'pedro touches a credential', (scene, random) => touch(scene, 'pedro', random, random.pick(all)), { may: ['account:pedro'] }),
  mallory(
    'mallory asks for a new password of a victim',
    (scene, random) =>
      api(scene.harness, random.chance(0.5) ? { host: scene.ownHost } : scene.a).post('/api/password/forgot', {
        email: random.pick(everybody(scene)).email,
      }),
    'ok',
  ),
];
