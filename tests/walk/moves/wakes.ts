import { query } from '../../support/database.ts';
import { by, getClient, getOwn, idle, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

/** A person of A wakes a report: their own unit's, or one of B that runs on the same capacity. */
const wake = (driver: 'mallory' | 'nadia') => async (scene: Scene, random: Random) => {
  const held = getOwn(scene, driver);
  if (!held) return idle;
  const { otherReport, ownReport } = scene.capacity;
  const report = random.chance(0.6) ? otherReport : ownReport;
  await getClient(scene, held).post(`/api/auth/reports/${report}/${random.pick(['wake', 'wake', 'keep-viewing'])}`, {});
};
/** An administrator of A changes the capacity that B controls. */
async function turn(scene: Scene, random: Random) {
  const held = getOwn(scene, 'mallory');
  if (!held) return idle;
  const client = getClient(scene, held);
  const path = `/api/auth/resources/${scene.capacity.id}`;
  const [row] = await query('select version from capacities where id = $1', [scene.capacity.id]);
  const rules = { version: Number(row?.version), baseSize: 'A1', wakeOutside: 'S' };
  const acts = [
    () => client.post(`${path}/resume`, {}),
    () => client.post(`${path}/suspend`, { when: 'anyway' }),
    () => client.post(`${path}/resize`, { size: 'A2' }),
    () => client.post(`${path}/override`, { until: null }),
    () => client.post(`${path}/owner`, { tenantId: scene.a.id, version: Number(row?.version) }),
    () => client.put(path, rules),
    () => client.get(`${path}/ledger`),
  ];
  await random.pick(acts)();
}

export const wakes = [
  mallory('mallory wakes a report', wake('mallory')),
  by('nadia', 'nadia wakes a report', wake('nadia')),
  mallory('mallory changes a capacity of B', turn, 'refused'),
];
