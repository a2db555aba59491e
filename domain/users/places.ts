import type { Refusal } from '../errors/refusal.ts';
import type { Places } from './fields.ts';

/** The ids that a form names, the groups without duplicates. What an edit omits stays as it is. */
export type AskedPlaces = {
  groups?: readonly string[] | undefined;
  homeReportId?: string | null | undefined;
  themeId?: string | null | undefined;
};

/** The names after the edit: those of what it names, and the stored ones of what it omits. */
export const placesAfter = (asked: AskedPlaces, found: Places, stored: Places): Places => ({
  groups: asked.groups ? found.groups : stored.groups,
  homeReport: asked.homeReportId === undefined ? stored.homeReport : found.homeReport,
  theme: asked.themeId === undefined ? stored.theme : found.theme,
});

/** Refuses what doesn't exist; `found` has the names of what does. */
export function refusePlaces(asked: AskedPlaces, found: Places): Refusal | null {
  if (asked.groups && found.groups.length !== asked.groups.length) return { refused: 'not_found', field: 'groups' };
  if (asked.homeReportId && found.homeReport === null) return { refused: 'not_found', field: 'homeReportId' };
  if (asked.themeId && found.theme === null) return { refused: 'not_found', field: 'themeId' };
  return null;
}
