import { query } from '../../support/database.ts';
import { messageText } from '../../support/make-message.ts';
import { by, getClient, getOwn, getSession, idle, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

const path = '/api/auth/messages';
const texts = { 'pt-BR': { subject: 'Aviso', body: messageText('Leia com calma.') } };
const latest = async ({ id }: { id: string }) =>
  (await query('select id from messages where tenant_id = $1 order by sent_at desc limit 1', [id]))[0]?.id;

/** An administrator of unit A writes to everyone or to someone of another unit, or recalls a message of either unit. */
async function write(scene: Scene, random: Random) {
  const held = getOwn(scene, 'mallory');
  if (!held) return idle;
  const client = getClient(scene, held);
  const known = random.chance(0.4) ? await latest(random.pick([scene.a, scene.b])) : undefined;
  if (known) await client.post(`${path}/${known}/recall`);
  else
    await client.post(path, {
      texts,
      audience: random.chance(0.5) ? { type: 'all' } : { type: 'users', ids: [random.pick([scene.people.vera, scene.people.pedro]).id] },
    });
}

/** The holder of a session reads the messages of others, and follows an unsubscribe link that they made up. */
async function snoop(scene: Scene, random: Random) {
  const held = getSession(scene, 'pedro', random);
  if (!held) return idle;
  const client = getClient(scene, held);
  const known = await latest(random.pick([scene.a, scene.b]));
  if (known) await client.get(`/api/auth/notifications/messages/${known}`);
  const token = `${scene.people.vera.id.replaceAll('-', '')}.announcement.${'A'.repeat(43)}`;
  await client.post(`/api/unsubscribe/${token}`, 'List-Unsubscribe=One-Click', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

export const messages = [mallory('mallory writes to others', write), by('pedro', 'pedro snoops on messages', snoop, { ends: 'refused' })];
