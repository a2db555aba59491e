import { query } from '../../support/database.ts';
import { makeOnCatalog, makeRequest } from '../../support/make-catalog.ts';
import { makeGrant } from '../../support/make-content.ts';
import { by, getClient, getOwn } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

const plain = { identity: { as: 'none' }, filters: [], validUntil: null, note: '', confirmed: false };

/** A user asks for a report of A's catalog, which a group has; Nadia grants it by letting them join that group. */
async function join(scene: Scene, group: { id: string }, person: { id: string }) {
  const held = getOwn(scene, 'nadia');
  if (!held) return;
  const report = await makeOnCatalog(scene.a);
  await query("update reports set needs_identity = false, restriction = 'none' where id = $1", [report.id]);
  await makeGrant(scene.a, report, group, { toGroup: true });
  const request = await makeRequest(scene.a, report, person);
  scene.requests.push(request.id);
  await getClient(scene, held).post(`/api/auth/catalog-requests/${request.id}/grant`, { ...plain, userGroup: group.id });
}
const decide = (action: 'deny' | 'revoke' | 'lift') => async (scene: Scene, random: Random) => {
  const held = getOwn(scene, 'nadia');
  const id = scene.requests[random.below(scene.requests.length)];
  if (held && id)
    await getClient(scene, held).post(`/api/auth/catalog-requests/${id}/${action}`, action === 'lift' ? {} : { reason: 'Not now' });
};
/** A request that waits, or one that is decided, is refused. */
async function deny(scene: Scene, random: Random) {
  if (random.chance(0.5)) {
    const report = await makeOnCatalog(scene.a);
    scene.requests.push((await makeRequest(scene.a, report, scene.people.vera)).id);
    const held = getOwn(scene, 'nadia');
    if (held) await getClient(scene, held).post(`/api/auth/catalog-requests/${scene.requests.at(-1)}/deny`, { reason: 'Not now' });
  } else await decide('deny')(scene, random);
}

export const catalog = [
  by(
    'nadia',
    'nadia lets somebody join a group',
    (scene, random) => join(scene, { id: scene.joined }, random.pick([scene.people.vera, scene.people.anaAtA])),
    { may: ['a:groups'], ends: 'ok' },
  ),
  by(
    'nadia',
    'nadia lets somebody join administrators',
    (scene, random) => join(scene, { id: scene.raising.userGroupId }, random.pick([scene.people.vera, scene.people.anaAtA])),
    {
      ends: 'refused',
    },
  ),
  by('nadia', 'nadia denies a request', deny),
  by('nadia', 'nadia takes back what was granted', decide('revoke'), { may: ['a:groups'] }),
];
