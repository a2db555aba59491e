import { query } from '../../support/database.ts';
import { by, getClient, getOwn, getSession, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

type Action = 'block' | 'unblock' | 'delete' | 'restore';
const actions: readonly Action[] = ['block', 'unblock', 'delete', 'restore'];
type Caller = ReturnType<typeof getClient>;

export async function setState(client: Caller, unit: { id: string }, action: Action) {
  const [row] = await query('select version from tenants where id = $1', [unit.id]);
  await client.post(`/api/auth/units/${unit.id}/status`, {
    version: Number(row?.version),
    action,
    ...(action === 'block' && { reason: 'Contract' }),
  });
}
export const asOlga = (scene: Scene): Caller => getClient(scene, scene.olga);
/** Mostly an action that the unit's state allows: it is active, blocked or deleted. */
async function fitting(unit: { id: string }, random: Random): Promise<Action> {
  const [row] = await query('select status, deleted_at from tenants where id = $1', [unit.id]);
  if (random.chance(0.2)) return random.pick(actions);
  return row?.deleted_at ? 'restore' : row?.status === 'B' ? 'unblock' : random.pick(['block', 'delete']);
}
export const pedroSets = async (scene: Scene, action: Action, unit: { id: string } = scene.d) => {
  const held = getOwn(scene, 'pedro');
  if (held) await setState(getClient(scene, held), unit, action);
};

export const layers = [
  by('pedro', 'pedro blocks, deletes or gives back a unit', async (scene, random) => pedroSets(scene, await fitting(scene.d, random)), {
    may: ['d:state'],
  }),
  by(
    'honest',
    'olga blocks, deletes or gives back a unit',
    async (scene, random) => setState(asOlga(scene), scene.d, await fitting(scene.d, random)),
    {
      may: ['d:state', 'd:held'],
    },
  ),
  mallory(
    'mallory sets the state of a unit',
    async (scene, random) => {
      const held = getSession(scene, 'mallory', random);
      if (held) await setState(getClient(scene, held), random.pick([scene.a, scene.b, scene.d, scene.partner]), random.pick(actions));
    },
    'refused',
  ),
];
