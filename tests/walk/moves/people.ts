import { query } from '../../support/database.ts';
import { getClient, getOwn, getSession, mallory, someId } from '../move.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../scene.ts';

/** A target of A's administrator, with the fields that an edit sends. */
async function aim(scene: Scene, random: Random, wish?: string) {
  const { anaAtA, doraAtA, evaAtA, vera } = scene.people;
  const id = wish ?? (random.chance(0.7) ? random.pick([anaAtA, doraAtA, evaAtA, vera]).id : someId(scene, random));
  const [row] = await query('select version, name, email, profile from users where id = $1 and tenant_id = $2', [id, scene.a.id]);
  const fields = {
    version: Number(row?.version ?? 1),
    name: String(row?.name ?? 'X'),
    email: String(row?.email ?? 'x@people.test'),
    profile: row?.profile ?? 'user',
  };
  return { id, fields };
}

type Aim = Awaited<ReturnType<typeof aim>>;
type Call = (client: ReturnType<typeof getClient>, at: Aim, scene: Scene, random: Random) => Promise<unknown>;
const administers = (name: string, call: Call, wish?: (scene: Scene) => string) =>
  mallory(name, async (scene, random) => {
    const held = getSession(scene, 'mallory', random);
    if (held) await call(getClient(scene, held), await aim(scene, random, wish?.(scene)), scene, random);
  });

/** Makes Vera an administrator, or a plain user again who is then relinked. */
export async function promote(scene: Scene) {
  const held = getOwn(scene, 'mallory');
  if (!held) return;
  const client = getClient(scene, held);
  const { vera } = scene.people;
  const [row] = await query(
    `select u.version, u.profile, u.deleted_at, exists (select from identities i where i.tenant_id = u.tenant_id and i.user_id = u.id) as linked
     from users u where u.id = $1`,
    [vera.id],
  );
  if (row?.profile === 'user' && !row.linked)
    return client.post(`/api/auth/users/${vera.id}/identities`, { provider: scene.app.id, subject: 'key-vera' });
  if (row?.deleted_at) return client.post(`/api/auth/users/${vera.id}/restore`, {});
  const profile = row?.profile === 'user' ? 'admin' : 'user';
  await client.put(`/api/auth/users/${vera.id}`, { version: Number(row?.version), name: vera.name, email: vera.email, profile });
  if (profile === 'user') await client.post(`/api/auth/users/${vera.id}/identities`, { provider: scene.app.id, subject: 'key-vera' });
}

export const resetFactors = (scene: Scene, id: string) => {
  const held = getOwn(scene, 'mallory');
  return held ? getClient(scene, held).post(`/api/auth/users/${id}/factors/reset`, {}) : null;
};

/** Gives a person of A the address of a victim. */
export async function redirect(scene: Scene, { id, name }: { id: string; name: string }) {
  const held = getOwn(scene, 'mallory');
  const [row] = await query('select version from users where id = $1', [id]);
  const email = scene.people.carlos.email;
  if (held)
    await getClient(scene, held).put(`/api/auth/users/${id}`, {
      version: Number(row?.version),
      name,
      email,
      profile: 'user',
      reinvite: true,
    });
}

export const administration = [
  administers('mallory has an account’s mail sent', (client, { id }) => client.post(`/api/auth/users/${id}/account_mail`, {})),
  administers('mallory redirects a person to another address', (client, { id, fields }, { people }, random) =>
    client.put(`/api/auth/users/${id}`, { ...fields, reinvite: true, email: random.pick([people.olga, people.carlos]).email }),
  ),
  administers('mallory changes a profile', (client, { id, fields }, _scene, random) =>
    client.put(`/api/auth/users/${id}`, { ...fields, profile: random.pick(['user', 'admin']) }),
  ),
  administers('mallory removes a person', (client, { id, fields }) =>
    client.post(`/api/auth/users/${id}/remove`, { typed: fields.name.toUpperCase() }),
  ),
  administers('mallory restores a person', async (client, at, { a }, random) => {
    const gone = await query('select id from users where tenant_id = $1 and deleted_at is not null', [a.id]);
    const id = gone.length > 0 && random.chance(0.7) ? random.pick(gone).id : at.id;
    await client.post(`/api/auth/users/${id}/restore`, {});
  }),
  administers('mallory blocks and unblocks people', (client, { id }, _scene, random) =>
    client.post('/api/auth/users/bulk', { ids: [id], action: random.pick(['block', 'unblock', 'remove', 'restore']) }),
  ),
  administers('mallory readmits a person', async (client, _at, { people }, random) => {
    const { id } = random.pick([people.evaAtA, people.vera]);
    if (random.chance(0.5)) await query('update users set waits_at = now() where id = $1', [id]);
    await client.post(`/api/auth/users/${id}/readmit`, {});
  }),
  administers('mallory signs a person out', (client, { id }) => client.post(`/api/auth/users/${id}/sign_out`, {})),
  administers('mallory invites a person again', (client, { id }, scene, random) =>
    client.post(`/api/auth/users/${(random.chance(0.6) && scene.provisioned.at(-1)) || id}/invite`, {}),
  ),
  mallory('mallory resets the factors of an account', (scene) => Promise.resolve(resetFactors(scene, scene.people.evaAtA.id)), 'refused'),
  mallory('mallory promotes vera, or makes her a plain user again', promote),
];
