import { getSecret, type Installation, replaceSecret } from '../installation.ts';
import { Stopped } from '../stopped.ts';
import { minutesOfNext, newSigningRing, type Rotation, rotateSealing, rotateSigning } from './ring.ts';

export type Asked = {
  env: string;
  /** Rotates the keys that seal stored secrets instead of those that sign sessions. */
  isSeal: boolean;
  /** The keys have leaked: all of them are replaced, and everyone signs in again. */
  isLeaked: boolean;
};

// Roughly the duration of a deployment: a second rotation within this time would use a next key that isn't deployed yet.
const leastMinutes = 5;

/**
 * Rotates the keys of an installation where they are kept: in its file, or, where the environment gives them, as a ring on the standard
 * output for whatever keeps them there.
 */
export function rotateSecret(
  installation: Pick<Installation, 'file'>,
  { env, isSeal, isLeaked }: Asked,
  environment: NodeJS.ProcessEnv = process.env,
  now = new Date(),
): { printed: string | null; said: string } {
  const name = isSeal ? 'SEAL_KEYS' : 'JWT_KEYS';
  if (isSeal && isLeaked)
    throw new Stopped('--leaked is for keys that sign sessions: what SEAL_KEYS has sealed could not be read any more without them.');
  const ring = getSecret(installation, name, environment);
  if (!ring) throw new Stopped(`${name} stands neither in the environment nor in ${installation.file} (docs/deploy.md).`);
  const minutes = Math.floor(minutesOfNext(ring, now));
  if (!isLeaked && minutes < leastMinutes)
    throw new Stopped(
      `The next key of ${name} was made ${minutes} minutes ago: deploy it first, or a place that doesn't know it yet would refuse it.`,
    );
  const rotation: Rotation = isLeaked
    ? { ring: newSigningRing(now), isRotated: true }
    : isSeal
      ? rotateSealing(ring, now)
      : rotateSigning(ring, now);
  const isPrinted = Boolean(environment[name]);
  if (!isPrinted) replaceSecret(installation.file, name, rotation.ring);
  return {
    printed: isPrinted ? rotation.ring : null,
    said: tell(rotation, { env, isSeal, isLeaked }, isPrinted ? null : installation.file),
  };
}

function tell({ isRotated }: Rotation, { env, isSeal, isLeaked }: Asked, file: string | null): string {
  const what = isLeaked
    ? 'Every key is new: with the next deployment everybody signs in again.'
    : !isRotated
      ? 'This ring had no next key yet, and has one now. Deploy it, then run this again: the second time rotates.'
      : isSeal
        ? 'What is stored from now on is sealed with another key; the ones before still open what they sealed, and stay.'
        : 'Sessions are signed with another key from now on; the ones before still check what they signed. Nobody is signed out.';
  return `${what}\n${file ? `${file} holds the new ring.` : 'The ring above replaces the one that the environment gave.'} Now: npm run deploy -- --env ${env}`;
}
