import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../../support/database.ts';
import type { Held } from '../held.ts';
import { by, getClient, getSession, idle, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';
import { getInside } from './visits.ts';

/** Sends a file of one person, maps its columns and starts it; waits for its end. */
async function importFile(scene: Scene, held: Held, line: string) {
  const file = await scene.harness.fetch(`http://${held.host}/api/auth/user-imports/file?name=people.csv`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${held.token}`, 'content-type': 'application/octet-stream' },
    body: new TextEncoder().encode(`Nome;E-mail;Perfil\r\n${line}\r\n`),
  });
  if (file.status !== 200) return;
  const { id } = (await file.json()) as { id: string }; // because the contract says so
  const client = getClient(scene, held);
  const path = `/api/auth/user-imports/${id}`;
  const { body } = await client.get(path);
  await client.put(`${path}/mapping`, { mapping: body.mapping, choices: { update: true, makeGroups: false, invite: false }, fixed: {} });
  const { status } = await client.post(`${path}/start`, {});
  for (let tries = 0; status === 200 && tries < 200; tries += 1) {
    const [row] = await query('select state from user_imports where id = $1', [id]);
    if (row?.state === 'done' || row?.state === 'cancelled') return;
    await pause(25);
  }
}

const getLine = (scene: Scene, random: Random) => {
  const profile = random.pick(['Administrador', '']);
  return random.chance(0.5)
    ? `New;${randomUUID().slice(0, 8)}@people.test;${profile}`
    : `Taken;${random.pick([scene.people.vera, scene.people.carlos]).email};${profile}`;
};

/** Takes people over from another unit of the session's account. */
async function importUnit(scene: Scene, held: Held) {
  const client = getClient(scene, held);
  await client.get('/api/auth/user-imports/units');
  await client.get(`/api/auth/user-imports/units/${scene.b.id}/people`);
  await client.post(`/api/auth/user-imports/units/${scene.b.id}`, { people: [scene.people.carlos.id] });
}

export const imports = [
  mallory('mallory imports a file of people', async (scene, random) => {
    const held = getSession(scene, 'mallory', random);
    if (held) await importFile(scene, held, getLine(scene, random));
  }),
  mallory(
    'mallory imports from another unit',
    async (scene, random) => {
      const held = getSession(scene, 'mallory', random);
      if (held) await importUnit(scene, held);
    },
    'refused',
  ),
  by(
    'pedro',
    'pedro imports an administrator during a visit',
    async (scene, random) => {
      const inside = await getInside(scene, random);
      if (!inside) return idle;
      await importFile(scene, inside, `New;${randomUUID().slice(0, 8)}@people.test;Administrador`);
    },
    { ends: 'refused' },
  ),
];
