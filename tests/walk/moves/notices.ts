import { query } from '../../support/database.ts';
import { saying } from '../../support/make-notice.ts';
import { by, getClient, getOwn, getSession, idle, mallory } from '../move.ts';
import type { Scene } from '../scene.ts';
import { asOlga } from './layers.ts';

const base = '/api/auth/notices';
const words = (title: string) => ({ title, body: saying('Hoje, às seis.') });

/** The latest notice of a tenant that is still shown. */
async function latest(tenant: { id: string }): Promise<string | null> {
  const [row] = await query('select id from notices where tenant_id = $1 and withdrawn_at is null order by created_at desc limit 1', [
    tenant.id,
  ]);
  return row ? String(row.id) : null;
}

/** What Mallory and Pedro try on a notice that a layer above posted. */
const tamper = async (client: ReturnType<typeof getClient>, id: string, how: string) => {
  if (how === 'edit') return client.put(`${base}/${id}`, { version: 1, ...words('Mallory'), mustAcknowledge: 'N' });
  if (how === 'withdraw') return client.post(`${base}/${id}/withdraw`);
  return client.delete(`${base}/${id}`);
};

/** Someone acknowledges what the platform posted: for themselves, whatever else the call names. */
async function acknowledge(scene: Scene, driver: 'mallory' | 'nadia', victim: string) {
  const held = getOwn(scene, driver);
  const id = await latest(scene.root);
  if (!held || !id) return idle;
  const client = getClient(scene, held);
  await client.post(`${base}/${id}/acknowledge`, { user_id: victim });
  return client.post(`${base}/${id}/acknowledge`);
}

export const notices = [
  by(
    'honest',
    'olga posts a notice for all below',
    (scene) => asOlga(scene).post(base, { ...words('Olga'), mustAcknowledge: 'S', audienceBelow: 'S', startsAt: '2026-01-01T00:00:00Z' }),
    { ends: 'ok' },
  ),
  by(
    'honest',
    'olga withdraws a notice',
    async (scene) => {
      const id = await latest(scene.root);
      return id ? asOlga(scene).post(`${base}/${id}/withdraw`) : idle;
    },
    { ends: 'ok' },
  ),
  by(
    'pedro',
    'pedro posts a notice for his units, and changes what the platform posted',
    async (scene, random) => {
      const held = getOwn(scene, 'pedro');
      if (!held) return idle;
      const client = getClient(scene, held);
      await client.post(base, { ...words('Pedro'), audienceBelow: 'S' });
      const id = await latest(scene.root);
      return id ? tamper(client, id, random.pick(['edit', 'withdraw', 'delete'])) : idle;
    },
    { ends: 'refused' },
  ),
  mallory(
    'mallory changes what a layer above posted',
    async (scene, random) => {
      const held = getSession(scene, 'mallory', random);
      const id = await latest(random.pick([scene.root, scene.partner]));
      return held && id ? tamper(getClient(scene, held), id, random.pick(['edit', 'withdraw', 'delete'])) : idle;
    },
    'refused',
  ),
  mallory('mallory acknowledges for another', (scene) => acknowledge(scene, 'mallory', scene.people.bea.id), 'ok'),
  by('nadia', 'nadia acknowledges for another', (scene) => acknowledge(scene, 'nadia', scene.people.carlos.id), { ends: 'ok' }),
];
