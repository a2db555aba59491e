import { randomBytes, randomUUID } from 'node:crypto';
import { api } from '../../support/api.ts';
import { query } from '../../support/database.ts';
import { by, getClient, getOwn, getSession, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

const devices = '/api/auth/playlist_devices';
const getWish = ({ playlist }: Scene) => ({ name: randomUUID().slice(0, 8), place: 'Hall', playlistId: playlist.id });
const beat = { item: null, out: [] };

/** Mallory makes a link for a screen, which signs in with it. */
export async function makeLink(scene: Scene, random: Random) {
  const held = getSession(scene, 'mallory', random);
  if (!held) return;
  const { body } = await getClient(scene, held).post(devices, getWish(scene));
  if (!body?.token) return;
  const { body: player } = await api(scene.harness, scene.a).post('/api/login/playlist', { token: body.token });
  if (player?.token) scene.displays.push({ id: body.id, link: body.token, token: player.token, stale: false });
}
/** A screen shows a code; Mallory types it in, or one that she guesses. */
async function pair(scene: Scene, random: Random) {
  const held = getSession(scene, 'mallory', random);
  const { body: screen } = await api(scene.harness, scene.a).post('/api/login/playlist/pair', {});
  if (!held || !screen?.code) return;
  const paired = await getClient(scene, held).post(`${devices}/pair`, {
    code: random.chance(0.7) ? screen.code : 'ACDEFG',
    ...getWish(scene),
  });
  if (paired.status >= 400) return;
  const { body } = await api(scene.harness, scene.a).post('/api/login/playlist/poll', {
    secret: random.chance(0.8) ? screen.secret : randomBytes(32).toString('base64url'),
  });
  const id = String(
    (await query('select id from playlist_devices where tenant_id = $1 order by approved_at desc nulls last limit 1', [scene.a.id]))[0]?.id,
  );
  if (body?.session?.token) scene.displays.push({ id, link: '', token: body.session.token, stale: false });
}
export const change = (action: 'rotate' | 'revoke') => async (scene: Scene, random: Random) => {
  const held = getOwn(scene, 'mallory');
  const display = scene.displays[random.below(scene.displays.length)];
  if (!held || !display) return;
  const { status } = await getClient(scene, held).post(`${devices}/${display.id}/${action}`, {});
  if (status === 200) for (const each of scene.displays) if (each.id === display.id) each.stale = true;
};
/** A screen asks what to show; one whose link was renewed or removed gets nothing any more. */
export async function beats(scene: Scene, random: Random) {
  const live = random.chance(0.5) ? scene.displays.findLast(({ stale }) => !stale) : undefined;
  const display = live ?? scene.displays[random.below(scene.displays.length)];
  if (!display) return;
  const { status } = await api(scene.harness, scene.a, display.token).post('/api/playlist/beat', beat);
  if (display.stale && status < 400) throw new Error('a display goes on after its link was renewed or removed');
}
/** A display's token is tried as a person's. */
const reachOut = async (scene: Scene, random: Random) => {
  const display = scene.displays.at(-1);
  if (display)
    await api(scene.harness, scene.a, display.token).get(
      random.pick(['/api/auth/dashboard', '/api/auth/companies', '/api/auth/account/factors']),
    );
};

export const displays = [
  mallory('mallory makes a display', makeLink),
  mallory('mallory pairs a display', pair),
  mallory('mallory makes a display’s link anew', change('rotate')),
  mallory('mallory removes a display', change('revoke')),
  by('honest', 'a display beats', beats),
  mallory('a display’s token is used as a person’s', reachOut, 'refused'),
];
