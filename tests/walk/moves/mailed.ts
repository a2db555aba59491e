import { randomBytes } from 'node:crypto';
import { askInvitation, deliver, linksTo } from '../../support/account-mail.ts';
import { api } from '../../support/api.ts';
import { query } from '../../support/database.ts';
import type { User } from '../../support/make-user.ts';
import { password } from '../../support/password.ts';
import { by, heldBy, keep, mallory } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

type Link = { host: string; token: string };

/** The newest link mailed to an address; a mail taken from the outbox may take a moment to reach the catcher. */
async function getLink(scene: Scene, tenant: { id: string }, email: string): Promise<Link | undefined> {
  const before = (await linksTo(email)).length;
  for (let tries = 0; tries < 40; tries += 1) {
    await deliver(scene.harness, tenant);
    const links = await linksTo(email);
    if (links.length > before || (links.length > 0 && tries > 2)) return links.at(-1);
  }
  return undefined;
}
/** A link opens once. */
async function again(scene: Scene, link: Link) {
  if ((await take(scene, link)).status < 400) throw new Error('a link that was used opened again');
}
const take = (scene: Scene, { host, token }: Link, chosen = password) =>
  api(scene.harness, host.split(':')[0] ?? '').post('/api/password/new', { token, password: chosen });

/** A user added by Mallory accepts the invitation from their own mailbox, or opens a link that was used. */
export async function accept(scene: Scene, random: Random) {
  if (scene.accepted && random.chance(0.3)) return again(scene, scene.accepted);
  const [made] = await query(
    "select id, email, name from users where tenant_id = $1 and name = 'Made' and account_id is null and deleted_at is null limit 1",
    [scene.a.id],
  );
  if (!made) return;
  const person = { id: String(made.id), email: String(made.email), name: String(made.name), tenantId: scene.a.id };
  await askInvitation(person);
  const link = await getLink(scene, scene.a, person.email);
  if (!link) return;
  scene.accepted = link;
  await take(scene, link);
}

/** A user forgot the password and sets the same one again by the link in their mailbox. */
export async function forget(scene: Scene, random: Random, place: { id: string; host: string } = scene.b, who: User = scene.people.carlos) {
  if (scene.opened && random.chance(0.3)) return again(scene, scene.opened);
  await api(scene.harness, place).post('/api/password/forgot', { email: who.email });
  const link = await getLink(scene, place, who.email);
  if (!link) return;
  scene.opened = link;
  const { status } = await take(scene, link);
  // With the new password what was open before ends.
  if (status < 400)
    scene.ended.push(
      ...heldBy(scene, 'honest')
        .filter(({ person }) => person === who.id)
        .slice(-2),
    );
}

/** Mallory sets a victim's password by a link: one she made up, or one of her own mailbox with a victim's address beside it. */
async function takeOver(scene: Scene, token: string) {
  const { body } = await api(scene.harness, scene.a).post('/api/password/new', { token, password: 'Escolhida-por-outra-77' });
  keep(scene, 'mallory', scene.a.host, body);
}

export const mailed = [
  by('honest', 'a person of A accepts an invitation', accept, { may: ['a:people', 'a:factors', 'a:rights'] }),
  by('honest', 'carlos sets a password by a mailed link', (scene, random) => forget(scene, random), {
    may: ['account:carlos'],
  }),
  mallory('mallory opens a link of her own making', (scene) => takeOver(scene, randomBytes(32).toString('base64url')), 'refused'),
];
