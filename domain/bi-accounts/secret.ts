import { noticeDays } from './limits.ts';

const dayMs = 86_400_000;

export type SecretState = { state: 'unknown' } | { state: 'good' | 'ending' | 'expired'; days: number };

/** How long a secret works: whole days that are left (0 on the last one), until its expiry according to the directory. */
export function secretState(endsAt: Date | null, now: Date): SecretState {
  if (!endsAt) return { state: 'unknown' };
  const left = endsAt.getTime() - now.getTime();
  if (left <= 0) return { state: 'expired', days: Math.floor((now.getTime() - endsAt.getTime()) / dayMs) };
  const days = Math.floor(left / dayMs);
  return { state: left <= noticeDays[0] * dayMs ? 'ending' : 'good', days };
}

/**
 * Which notice of 30, 7 and 1 day(s) is due and not sent yet. `warned` is the mark of the last one sent; after two missed ones only the
 * later one is sent.
 */
export function noticeDue(endsAt: Date, warned: string | null, now: Date): { mark: number; days: number } | null {
  const left = endsAt.getTime() - now.getTime();
  if (left <= 0) return null;
  const mark = noticeDays.findLast((days) => left <= days * dayMs);
  if (mark === undefined || warned === String(mark)) return null;
  return { mark, days: Math.ceil(left / dayMs) };
}

/** A secret value never looks like this: the ID next to it was pasted instead. */
export { isGuid as looksLikeSecretId } from './guid.ts';
