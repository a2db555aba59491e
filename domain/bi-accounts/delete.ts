import type { ErrorCode } from '../errors/catalogue.ts';
import type { Refusal } from '../errors/refusal.ts';

/** The published reports that use an account or are in a workspace; of their titles only the first. */
export type Use = { reports: number; titles: readonly string[] };
/** How many titles a refusal names. */
export const titlesShown = 5;

/** Why an account or a workspace (`stored`) can't leave the portal; null if it can. */
export function refuseDeletion(stored: Use | undefined, inUse: ErrorCode): Refusal | null {
  if (!stored) return { refused: 'not_found' };
  const { reports, titles } = stored;
  return reports === 0 ? null : { refused: inUse, vars: { count: reports, titles: titles.join(', ') } };
}
