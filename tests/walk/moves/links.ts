import { api } from '../../support/api.ts';
import { query } from '../../support/database.ts';
import { codeAt } from '../../support/make-factor.ts';
import { makeUser, type User } from '../../support/make-user.ts';
import { password } from '../../support/password.ts';
import { by, comeIn, getClient, getSession, keep, mallory, someId } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';
import { assertTo } from './ways-in.ts';

/** Mallory's provider names a user who must confirm it; Mallory confirms in their place, with what she can guess. */
async function confirmFor(scene: Scene, who: User, given: object) {
  const anybody = api(scene.harness, scene.a);
  const { body, cookie } = await assertTo(scene, { email: who.email, key: `key-of-${who.name}` });
  if (body?.status !== 'redirect_confirm_link') return keep(scene, 'mallory', scene.a.host, body);
  const { token } = body;
  await anybody.post('/api/login/link/config', { token }, { headers: { cookie } });
  await anybody.post('/api/login/link/code', { token }, { headers: { cookie } });
  const done = await anybody.post('/api/login/link', { token, ...given }, { headers: { cookie } });
  keep(scene, 'mallory', scene.a.host, done.body);
}

/** Links people of A, or victims, by an identifier at A's provider. */
export async function link(scene: Scene, random: Random, wish?: { id: string; subject: string }) {
  const fresh = wish ? null : await comeIn(scene, 'mallory', scene.a, scene.people.mallory);
  const held = random.chance(0.6) && fresh ? fresh : getSession(scene, 'mallory', random);
  if (!held) return;
  const { anaAtA, doraAtA, evaAtA, nadia, vera } = scene.people;
  const id = random.chance(0.8)
    ? random.pick([(await makeUser(scene.a)).id, (await makeUser(scene.a)).id, (await makeUser(scene.a)).id, nadia.id, vera.id])
    : random.chance(0.7)
      ? random.pick([anaAtA, doraAtA, evaAtA]).id
      : someId(scene, random);
  const { id: person, subject } = wish ?? { id, subject: random.chance(0.4) ? 'key-vera' : `key-${random.below(60)}` };
  await getClient(scene, held).post(`/api/auth/users/${person}/identities`, { provider: scene.app.id, subject });
}

async function unlink(scene: Scene, random: Random) {
  const held = getSession(scene, 'mallory', random);
  if (!held) return;
  const known = await query('select id, user_id from identities where tenant_id = $1 and (linked_by is not null or user_id = $2)', [
    ...[scene.a.id, scene.people.nadia.id],
  ]);
  const { id = scene.app.id, user_id: person = scene.people.vera.id } = known.length > 0 ? random.pick(known) : {};
  await getClient(scene, held).delete(`/api/auth/users/${person}/identities/${id}`);
}

/** Eva, who has another unit, comes by A's provider and confirms it herself: by password alone, then with her factor. */
async function evaConfirms(scene: Scene, random: Random) {
  const anybody = api(scene.harness, scene.a);
  const { body, cookie } = await assertTo(scene, { email: scene.people.evaAtA.email, key: 'key-eva' });
  if (body?.status !== 'redirect_confirm_link') return;
  const code = random.chance(0.5) ? codeAt(Date.now()) : undefined;
  await anybody.post('/api/login/link', { token: body.token, password, ...(code && { code }) }, { headers: { cookie } });
}

export const links = [
  mallory('mallory confirms a link in a victim’s place', (scene, random) => {
    const { mallory: self, anaAtA, bea, carlos } = scene.people;
    return confirmFor(
      scene,
      random.pick([self, self, anaAtA, anaAtA, bea, carlos]),
      random.pick([{}, { code: '000000' }, { password: 'a guess' }]),
    );
  }),
  mallory('mallory confirms her own link', (scene) => confirmFor(scene, scene.people.mallory, { password }), 'ok'),
  mallory('mallory links by identifier', link),
  mallory('mallory unlinks', unlink),
  by('honest', 'eva confirms that A’s provider knows her', evaConfirms),
];
