import { query } from '../../support/database.ts';
import { by, comeIn, getClient, type Move } from '../move.ts';
import type { Scene } from '../scene.ts';
import { assertTo } from './ways-in.ts';

/** An honest user signs in and works: the moves of others must not have locked them out. */
const comes = (name: keyof Scene['people'], place: (scene: Scene) => { host: string }): Move =>
  by(
    'honest',
    `${name} comes in`,
    async (scene) => {
      const held = await comeIn(scene, 'honest', place(scene), scene.people[name]);
      if (!held) throw new Error(`${name} could not come in`);
      const { status, text } = await getClient(scene, held).get('/api/auth/companies');
      if (status !== 200) throw new Error(`${name} came in and was refused: ${status} ${text}`);
    },
    { ends: 'ok' },
  );

/** The real Vera signs in: if Mallory left her link alone, she gets in at once, without confirming anything. */
async function veraByProvider(scene: Scene) {
  const { provider, a, people } = scene;
  const linked = await query(
    `select 1 from identities i join users u on u.tenant_id = i.tenant_id and u.id = i.user_id
      where i.tenant_id = $1 and i.issuer = $2 and i.subject = 'key-vera' and u.id = $3 and u.status = 'A' and u.profile = 'user'`,
    [a.id, provider.issuer, people.vera.id],
  );
  const { body } = await assertTo(scene, { email: people.vera.email, key: 'key-vera' });
  if (linked.length > 0 && (body?.status !== 'ok' || body.user?.id !== people.vera.id))
    throw new Error(`vera could not come in: ${body?.status}`);
}

export const honest: readonly Move[] = [
  comes('ana', ({ b }) => b),
  comes('bea', ({ b }) => b),
  comes('carlos', ({ b }) => b),
  comes('dora', ({ c }) => c),
  by('nadia', 'nadia comes in', (scene) => comeIn(scene, 'nadia', scene.a, scene.people.nadia), { ends: 'ok' }),
  by('pedro', 'pedro comes in', (scene) => comeIn(scene, 'pedro', scene.partner, scene.people.pedro), {
    may: ['account:pedro'],
    ends: 'ok',
  }),
  by('honest', 'vera comes in by A’s provider', veraByProvider),
];
