import type { Refusal } from '../errors/refusal.ts';
import type { Places } from './facts.ts';

/** The ids that a form names; the groups without duplicates. */
export type AskedPlaces = { groups: readonly string[]; homeReportId: string | null; themeId: string | null };

/** Refuses what doesn't exist; `found` has the names of what does. */
export function refusePlaces(asked: AskedPlaces, found: Places): Refusal | null {
  if (found.groups.length !== asked.groups.length) return { refused: 'not_found', field: 'groups' };
  if (asked.homeReportId !== null && found.homeReport === null) return { refused: 'not_found', field: 'homeReportId' };
  if (asked.themeId !== null && found.theme === null) return { refused: 'not_found', field: 'themeId' };
  return null;
}
