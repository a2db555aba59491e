import { by, getClient, getOwn, heldBy, honestly, idle, keep, type Move, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

const requests = '/api/auth/remote/requests';
const wish = { reason: 'Support', ticket: '1', reach: 'act', minutes: 30 };

/** Mallory asks a user of A for permission to act as them. */
export async function ask(scene: Scene, random: Random, wished?: { id: string }) {
  const held = getOwn(scene, 'mallory');
  if (!held) return;
  const { nadia, vera, anaAtA } = scene.people;
  const person = wished ?? random.pick([nadia, nadia, vera, anaAtA]);
  const { body } = await getClient(scene, held).post(requests, { user: person.id, ...wish });
  if (body?.token) scene.waits.push({ id: body.id, token: body.token, person: person.id });
}
/** Enters by one of her requests, whatever came of it. */
export async function enter(scene: Scene, random: Random) {
  const held = getOwn(scene, 'mallory');
  const wait = random.chance(0.7) ? scene.waits.at(-1) : scene.waits[random.below(scene.waits.length)];
  if (!held || !wait) return;
  const { body } = await getClient(scene, held).post(`/api/auth/remote/wait/${wait.token}/enter`, {});
  keep(scene, 'mallory', scene.a.host, body);
}
/** Mallory allows, in the place of the person asked. */
const allowHerself = async (scene: Scene) => {
  const [held, wait] = [getOwn(scene, 'mallory'), scene.waits.at(-1)];
  if (held && wait) await getClient(scene, held).post(`${requests}/${wait.id}/allow`, {});
};

type Answer = (request: string) => readonly [action: string, body?: object];
/** Nadia answers what was asked of her last. */
const nadias = (name: string, answer: Answer): Move =>
  by('nadia', `nadia ${name}`, async (scene, random) => {
    if (random.chance(0.6)) await ask(scene, random, scene.people.nadia);
    const held = getOwn(scene, 'nadia');
    const wait = scene.waits.findLast(({ person }) => person === scene.people.nadia.id);
    if (!held || !wait) return idle;
    const [action, body = {}] = answer(wait.id);
    await getClient(scene, held).post(`${requests}/${wait.id}/${action}`, body);
  });

/** Bea asks Carlos, who lowers what she asked for; she enters, and Carlos ends it: an honest visit from start to end. */
async function beaHelpsCarlos(scene: Scene) {
  const { b, people } = scene;
  const [bea, carlos] = [await honestly(scene, b, people.bea), await honestly(scene, b, people.carlos)];
  const { body } = await bea.post(requests, { user: people.carlos.id, ...wish });
  if (!body?.token) return;
  await carlos.post(`${requests}/${body.id}/allow`, { minutes: 10, reach: 'view' });
  const { body: entered } = await bea.post(`/api/auth/remote/wait/${body.token}/enter`, {});
  await carlos.post(`${requests}/${body.id}/end`, {});
  if (entered?.token) scene.ended.push({ token: entered.token, host: b.host });
}

/** Carlos withdraws the permission, or gives it again. */
const consent = async (scene: Scene, random: Random) => {
  const allow = random.chance(0.6);
  const until = allow ? new Date(Date.now() + 3_600_000).toISOString() : null;
  await (await honestly(scene, scene.b, scene.people.carlos)).put('/api/auth/remote/consent', { allow, until });
};
/** A session in which Mallory acts as another user turns to that user's own account. */
const reachOut = async (scene: Scene) => {
  const acting = heldBy(scene, 'mallory').findLast(({ kind }) => kind === 'remote');
  if (acting) await getClient(scene, acting).get('/api/auth/account/factors');
};

export const remote = [
  mallory('mallory asks to act as a person', ask),
  mallory('mallory enters where she asked', enter),
  mallory('mallory allows what she asked for herself', allowHerself, 'refused'),
  mallory('mallory turns to the account of whom she acts as', reachOut, 'refused'),
  nadias('allows what mallory asks', () => ['allow']),
  nadias('lowers what mallory asks', () => ['allow', { minutes: 5, reach: 'view' }]),
  nadias('refuses what mallory asks', () => ['refuse', { reason: 'No' }]),
  nadias('ends mallory’s visit', () => ['end']),
  by('honest', 'bea helps carlos, who ends it', beaHelpsCarlos),
  by('honest', 'carlos allows remote access, or not', consent, { may: ['b:rights'], ends: 'ok' }),
];
