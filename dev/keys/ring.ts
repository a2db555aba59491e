import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';

/**
 * Keys by id. `current` is in use; `next` is deployed to every Worker before it is used, so that while a rotation spreads, no location
 * signs with a key that another doesn't know. All others only verify or open what they once signed or sealed.
 */
type Ring<Key> = { current: string; next?: string /** When `next` was made. */; made?: string; keys: Record<string, Key> };
type SigningKey = Record<string, unknown> & { d?: unknown; retired?: string };

/** A ring after rotation; `isRotated` is false if there was no next key yet and only that was generated. */
export type Rotation = { ring: string; isRotated: boolean };

// As long as a switched-off display is remembered: no other client returns so late with a token of an old key.
const keptDays = 90;
/** The maximum size of a Worker secret. */
const maxCharacters = 5_000;

const newKid = () => randomUUID().slice(0, 8);

function newSigningKey(): [kid: string, key: SigningKey] {
  const kid = newKid();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return [kid, { ...privateKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }];
}
const newSealKey = (): [kid: string, key: string] => [newKid(), randomBytes(32).toString('base64')];

function newRing<Key>(newKey: () => [string, Key], now: Date): string {
  const [[current, key], [next, later]] = [newKey(), newKey()];
  return JSON.stringify({ current, next, made: now.toISOString(), keys: { [current]: key, [next]: later } } satisfies Ring<Key>);
}
export const newSigningRing = (now = new Date()): string => newRing(newSigningKey, now);
export const newSealRing = (now = new Date()): string => newRing(newSealKey, now);

/** The parser's own message would quote the secret. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function read<Key>(text: string): Ring<Key> {
  const ring = parsed(text) as Ring<Key>; // because what is missing is looked for below
  if (!ring.keys?.[ring.current] || (ring.next !== undefined && !ring.keys[ring.next])) throw new Error('This is no ring of keys.');
  return ring;
}

/** Makes the next key current, creates another next key, and passes the others to `keep`. */
function turn<Key>(text: string, newKey: () => [string, Key], now: Date, keep: (olds: [string, Key][]) => [string, Key][]): Rotation {
  const { current, next, keys } = read<Key>(text);
  const [fresh, key] = newKey();
  const olds = Object.entries(keys).filter(([kid]) => kid !== next && (next !== undefined || kid !== current));
  const used = next ?? current;
  const turned: Ring<Key> = {
    ...{ current: used, next: fresh, made: now.toISOString() },
    keys: { ...Object.fromEntries(keep(olds)), [used]: keys[used] as Key, [fresh]: key }, // because read has looked for it
  };
  const ring = JSON.stringify(turned);
  if (ring.length > maxCharacters)
    throw new Error(`The ring would be longer than the ${maxCharacters} characters of a Worker's secret: it was rotated too often.`);
  return { ring, isRotated: next !== undefined };
}

/** Keys that sign sessions: an old one keeps only its public half, until every token it signed has expired. */
export function rotateSigning(text: string, now = new Date()): Rotation {
  const oldest = now.getTime() - keptDays * 86_400_000;
  return turn<SigningKey>(text, newSigningKey, now, (olds) =>
    olds
      .map(([kid, { d: _private, retired = now.toISOString(), ...key }]): [string, SigningKey] => [kid, { ...key, retired }])
      .filter(([, { retired }]) => Date.parse(retired ?? '') > oldest),
  );
}

/** Keys that seal what is stored: an old one stays, because something may be sealed with it as long as the database lives. */
export const rotateSealing = (text: string, now = new Date()): Rotation => turn(text, newSealKey, now, (olds) => olds);

/** Minutes since the next key of a ring was generated; it has to be deployed before it is used. */
export function minutesOfNext(text: string, now = new Date()): number {
  const { made } = read(text);
  return made ? (now.getTime() - Date.parse(made)) / 60_000 : Number.POSITIVE_INFINITY;
}
