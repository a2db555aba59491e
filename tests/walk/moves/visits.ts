import { randomUUID } from 'node:crypto';
import { api } from '../../support/api.ts';
import { query } from '../../support/database.ts';
import { password } from '../../support/password.ts';
import type { Held } from '../held.ts';
import { by, comeIn, getClient, getOwn, heldBy, honestly, idle, keep, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';
import { type Turn, turns } from './keys.ts';

type Wish = { unit: { id: string; host: string }; asPerson: boolean };
const noVerify = '/api/auth/change/partner/to/admin/no/verify';

/** The partner enters one of its units. A ticket in ten is kept for later, when the visit may be forbidden. */
export async function visit(scene: Scene, random: Random, wish?: Wish) {
  const known = random.chance(0.7) ? getOwn(scene, 'pedro') : null;
  const held = known ?? (await comeIn(scene, 'pedro', scene.partner, scene.people.pedro));
  if (!held) return;
  const { unit, asPerson } = wish ?? { unit: random.pick([scene.a, scene.b]), asPerson: random.chance(0.4) };
  const { body } = await getClient(scene, held).post(wish || random.chance(0.9) ? noVerify : '/api/auth/change/partner/to/admin', {
    ...{ company: unit.id, reason: 'Support', minutes: 30 },
    ...(asPerson && { user: scene.people.carlos.id }),
  });
  if (!body?.token || body.status !== 'change') return;
  if (!wish && random.chance(0.5)) return scene.tickets.push({ token: body.token, host: unit.host });
  await arriveBy(scene, { token: body.token, host: unit.host });
}
async function arriveBy(scene: Scene, { token, host }: { token: string; host: string }) {
  keep(scene, 'pedro', host, (await api(scene.harness, host).post('/api/oauth/company', { token })).body);
}
/** The latest visit, often a new one. */
export async function getInside(scene: Scene, random: Random): Promise<Held | undefined> {
  if (random.chance(0.5)) await visit(scene, random, { unit: random.pick([scene.a, scene.b]), asPerson: false });
  return heldBy(scene, 'pedro').findLast(({ kind }) => kind === 'partner');
}

/** In a visit: what would open a door later. Only ordinary people may be added. */
async function leaveBehind(scene: Scene, random: Random, profile: 'user' | 'admin' = random.pick(['user', 'admin'])) {
  const inside = await getInside(scene, random);
  if (!inside) return idle;
  await getClient(scene, inside).post('/api/auth/users', { name: 'Left', email: `${randomUUID().slice(0, 8)}@people.test`, profile });
}
const turnInside = async (scene: Scene, random: Random, what: Turn) => {
  const inside = await getInside(scene, random);
  if (!inside) return idle;
  await turns[what](getClient(scene, inside), scene, random);
};
/** In a visit: raises an ordinary person, or takes their address. */
async function raise(scene: Scene, random: Random) {
  const inside = await getInside(scene, random);
  const person = inside?.host === scene.b.host ? scene.people.carlos : scene.people.vera;
  const [row] = await query('select version, profile from users where id = $1', [person.id]);
  if (!inside) return idle;
  await getClient(scene, inside).put(`/api/auth/users/${person.id}`, {
    version: Number(row?.version),
    name: person.name,
    email: person.email,
    profile: 'admin',
  });
}

const atB = (scene: Scene) => heldBy(scene, 'pedro').findLast(({ kind, host }) => kind === 'partner' && host === scene.b.host);
/** A visit closes unit B for everyone: its administrator still comes in. */
async function closeUnit(scene: Scene, random: Random) {
  await visit(scene, random, { unit: scene.b, asPerson: false });
  const inside = atB(scene);
  if (!inside) return idle;
  const visitor = getClient(scene, inside);
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const closed = await visitor.post('/api/auth/maintenance', { target: 'unit', title: 'Closed', exceptAdmin: 'N', endsAt });
  if (closed.status >= 400) return idle;
  const said = await api(scene.harness, scene.b).post('/api/login', { email: scene.people.bea.email, password });
  for (const id of closed.body.ids) await visitor.post(`/api/auth/maintenance/${id}/end`);
  if (said.body.status === 'maitenance') throw new Error('bea is kept out of her unit');
}

const getRelation = async (tenant: { id: string }) =>
  (await query("select id, version, status from relations where tenant_id = $1 and kind = 'partner' and ended_at is null", [tenant.id]))[0];
const wishes = [
  { action: 'verify', verify: false },
  { action: 'verify', verify: true },
  { action: 'stand', hours: 2 },
  { action: 'suspend' },
  { action: 'resume' },
  { action: 'resume' },
];
export async function relate(client: ReturnType<typeof getClient>, tenant: { id: string }, wish: object) {
  const relation = await getRelation(tenant);
  if (relation) await client.put(`/api/auth/partner/access/${relation.id}`, { version: Number(relation.version), ...wish });
}

export const visits = [
  by('pedro', 'pedro visits', (scene, random) => visit(scene, random), { may: ['account:pedro'] }),
  by('pedro', 'pedro arrives with a ticket that he kept', async (scene, random) => {
    const ticket = scene.tickets.pop();
    if (!ticket) return idle;
    // A ticket opens once.
    if (random.chance(0.5)) scene.tickets.push(ticket);
    await arriveBy(scene, ticket);
  }),
  by('pedro', 'pedro adds a person during a visit', (scene, random) => leaveBehind(scene, random)),
  by(
    'pedro',
    'pedro turns a key during a visit',
    (scene, random) =>
      turnInside(
        scene,
        random,
        random.pick((Object.keys(turns) as Turn[]).filter((what) => !/list|reads|adds a person|lasts|requires/.test(what))),
      ),
    { ends: 'refused' },
  ), // because turns is a literal
  by('pedro', 'pedro raises a person during a visit', raise, { ends: 'refused' }),
  by('honest', 'bea comes in while a visit has closed her unit', closeUnit, { may: ['account:pedro'], ends: 'ok' }),
  by(
    'pedro',
    'pedro moves B’s clock during a visit',
    async (scene, random) => {
      const inside = await getInside(scene, random);
      if (!inside) return idle;
      await getClient(scene, inside).post('/api/auth/config/update', {
        timezone: random.pick(['Pacific/Auckland', 'Asia/Tokyo']),
        tasks_keep_moment: random.pick(['S', 'N']),
      });
    },
    { ends: 'refused' },
  ),
  by(
    'pedro',
    'pedro hides where his access is ended',
    async (scene) => {
      const held = getOwn(scene, 'pedro');
      if (!held) return idle;
      const [row] = await query('select version from tenants where id = $1', [scene.b.id]);
      await getClient(scene, held).put(`/api/auth/units/${scene.b.id}`, {
        version: Number(row?.version),
        hidden_menu: ['remote/authorization'],
      });
    },
    { ends: 'refused' },
  ),
  by(
    'pedro',
    'pedro gives himself more during a visit',
    async (scene, random) => {
      const inside = await getInside(scene, random);
      if (!inside) return idle;
      await relate(getClient(scene, inside), inside.host === scene.a.host ? scene.a : scene.b, random.pick(wishes));
    },
    { ends: 'refused' },
  ),
  by(
    'pedro',
    'pedro changes unit during a visit',
    async (scene, random) => {
      const inside = await getInside(scene, random);
      if (!inside) return idle;
      await getClient(scene, inside).post('/api/auth/change/companies', { company: scene.b.id });
    },
    { ends: 'refused' },
  ),
  by(
    'pedro',
    'pedro goes back home',
    async (scene, random) => {
      const inside = await getInside(scene, random);
      if (!inside) return idle;
      await getClient(scene, inside).post('/api/auth/change/back/partner', {});
      scene.ended.push(inside);
    },
    { ends: 'ok', may: ['account:pedro'] },
  ),
  mallory('mallory sets what the partner may do', async (scene, random) => {
    const held = getOwn(scene, 'mallory');
    if (held) await relate(getClient(scene, held), scene.a, random.pick(wishes));
  }),
  by(
    'honest',
    'bea stops the partner, or lets it in again',
    async (scene) => {
      const bea = await honestly(scene, scene.b, scene.people.bea);
      const relation = await getRelation(scene.b);
      await relate(bea, scene.b, { action: relation?.status === 'active' ? 'suspend' : 'resume' });
    },
    { may: ['b:keys'], ends: 'ok' },
  ),
  by(
    'honest',
    'bea wants to be asked, or not',
    async (scene, random) => {
      await relate(await honestly(scene, scene.b, scene.people.bea), scene.b, { action: 'verify', verify: random.chance(0.3) });
    },
    { may: ['b:keys'], ends: 'ok' },
  ),
];
