import { query } from '../../support/database.ts';
import { messageText } from '../../support/make-message.ts';
import { by, getClient, getOwn, idle, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';
import { getInside } from './visits.ts';

const path = '/api/auth/tasks';
const ends = { type: 'maintenance', action: 'end', targetKind: 'unit', triggers: [{ frequency: 'daily', times: ['06:00'] }] };
const notice = { title: 'Kept', body: messageText('Kept.'), audienceBelow: 'S', hours: 24 };
const posts = { ...ends, type: 'notification', action: 'publish', options: { notice } };
/** The latest task of a unit. */
const getTask = async ({ id }: { id: string }) =>
  (await query('select id, version, owner_id from tasks where tenant_id = $1 order by created_at desc limit 1', [id]))[0];

/** In a visit: leaves a task that acts for the relation, or rewrites one of the unit, which becomes the visit's. */
async function leaveTask(scene: Scene, random: Random) {
  const inside = await getInside(scene, random);
  if (!inside) return idle;
  const client = getClient(scene, inside);
  const unit = inside.host === scene.b.host ? scene.b : scene.a;
  const task = random.chance(0.5) ? await getTask(unit) : undefined;
  if (task)
    await client.put(`${path}/${task.id}`, { ...ends, type: undefined, action: undefined, name: 'Left', version: Number(task.version) });
  else await client.post(path, { ...ends, name: 'Left' });
}
/** An administrator of unit A adds a task, takes one over, pauses it or runs it. */
async function keepTask(scene: Scene, random: Random) {
  const held = getOwn(scene, 'mallory');
  if (!held) return idle;
  const client = getClient(scene, held);
  const task = random.chance(0.7) ? await getTask(scene.a) : undefined;
  if (task) await client.post(`${path}/${task.id}/${random.pick(['takeover', 'pause', 'resume', 'extend', 'run', 'duplicate'])}`);
  else for (const wish of [ends, posts]) await client.post(path, { ...wish, name: 'Kept' });
}

export const tasks = [by('pedro', 'pedro leaves a task behind', leaveTask), mallory('mallory looks after a task', keepTask)];
