import { api } from '../support/api.ts';
import type { User } from '../support/make-user.ts';
import { password } from '../support/password.ts';
import type { Driver, Held } from './held.ts';
import type { Random } from './random.ts';
import type { Scene } from './scene.ts';

/** One move of an actor. `may` lists the zones it may change; any other change is a finding. Its outcome is that of its last call. */
export type Move = {
  name: string;
  driver: Driver;
  may: readonly string[];
  /** What can come of it, where it isn't both: an attack is always refused, an honest person never. */
  ends?: 'ok' | 'refused';
  run(scene: Scene, random: Random): Promise<unknown>;
};

/** What a move returns that came to nothing before its own call. */
export const idle = 'idle';

/** Unit A is Mallory's: changes inside it are allowed. */
const ofA = ['a:rights', 'a:groups', 'a:factors', 'a:keys', 'a:people'];
const malloryMay = [...ofA, 'account:mallory', 'account:nadia'];

export const mallory = (name: string, run: Move['run'], ends?: Move['ends']): Move => ({
  ...{ name, driver: 'mallory', may: malloryMay, run },
  ...(ends && { ends }),
});
export const by = (driver: Driver, name: string, run: Move['run'], more: { may?: readonly string[]; ends?: Move['ends'] } = {}): Move => ({
  ...{ name, driver, run },
  ...more,
  // Signing in with a recovery code uses it up.
  may: [...(more.may ?? []), ...(driver === 'pedro' ? ['account:pedro'] : [])],
});

export const heldBy = (scene: Scene, driver: Driver): Held[] => scene.held.filter((held) => held.driver === driver);
/** A session that a driver holds: the driver's own latest one, or any recent one; null before the first. */
export function getSession(scene: Scene, driver: Driver, random: Random): Held | null {
  const held = heldBy(scene, driver);
  const own = held.filter(({ person, kind }) => driver !== 'honest' && kind === 'own' && person === scene.people[driver].id).at(-1);
  if (own && random.chance(0.65)) return own;
  return held.length > 0 ? random.pick(held.slice(-8)) : null;
}
/** A driver's own session at home, if there is one. */
export const getOwn = (scene: Scene, driver: 'mallory' | 'nadia' | 'pedro'): Held | null =>
  heldBy(scene, driver).findLast(
    ({ person, host, kind }) =>
      kind === 'own' &&
      person === scene.people[driver].id &&
      host === { mallory: scene.a, nadia: scene.a, pedro: scene.partner }[driver].host,
  ) ?? null;

/** What a token says of itself. */
export const toClaims = (token: string): { sid: string; sub: string; kind: string; act: { sub: string } | null } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** Keeps every token in an answer, whichever driver received it. */
export function keep(scene: Scene, driver: Driver, host: string, body: unknown): void {
  const found = body as { token?: unknown; session?: { token?: unknown } } | undefined; // because only what is there is taken
  for (const token of [found?.token, found?.session?.token])
    if (typeof token === 'string' && token.split('.').length === 3) {
      const { sub, kind } = toClaims(token);
      scene.held.push({ token, host, person: sub, driver, kind });
    }
}

export const everybody = ({ people }: Scene): User[] => Object.values(people);
export const units = ({ a, b, c, d, partner, root }: Scene) => [a, b, c, d, partner, root];
export const someId = (scene: Scene, random: Random): string =>
  random.pick([
    ...everybody(scene)
      .map(({ id }) => id)
      .filter((id) => id !== scene.people.nadia.id),
    ...Object.values(scene.content),
    scene.b.id,
    scene.partner.id,
  ]);

/**
 * Signs in with the tests' password and keeps the session for later moves; null if refused, e.g. when Mallory requires a factor of everyone
 * in A.
 */
export async function comeIn(scene: Scene, driver: Driver, place: { host: string }, who: User): Promise<Held | null> {
  const anybody = api(scene.harness, place);
  let { body } = await anybody.post('/api/login', { email: who.email, password });
  const code = scene.codes[who.id]?.pop();
  if (body?.status === 'redirect_two_factor' && code) ({ body } = await anybody.post('/api/login/2fa', { token: body.token, code }));
  if (typeof body?.token !== 'string' || body.status !== 'ok') return null;
  const own = { token: body.token, host: place.host, person: who.id, driver, kind: 'own' };
  scene.held.push(own);
  return own;
}

/** An honest person's session: the latest that still stands, or a new one. */
export async function honestly(scene: Scene, place: { host: string }, who: User) {
  const held = heldBy(scene, 'honest').findLast(({ person, host }) => person === who.id && host === place.host);
  if (held && (await getClient(scene, held).get('/api/auth/remote/consent')).status === 200) return getClient(scene, held);
  const fresh = await comeIn(scene, 'honest', place, who);
  if (!fresh) throw new Error(`${who.name} could not come in`);
  return getClient(scene, fresh);
}

export const getClient = (scene: Scene, { host, token }: { host: string; token: string }) => api(scene.harness, host, token);
