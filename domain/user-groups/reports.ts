import type { Refusal } from '../errors/refusal.ts';
import { demandsIdentity, type GrantedReport, refuseGrant } from '../report-access/grant-rule.ts';

export type AskedReports = { reports: readonly string[]; places: readonly string[]; confirmed: boolean; mayRelease: boolean };
/** A report that is asked for by itself or with its place; `held` is the group's grant of it, if there is one. */
export type FoundReport = { id: string; title: string; report: GrantedReport; held: { grant: string; ended: boolean } | null };
export type FoundReports = {
  group: boolean;
  /** How many of the named reports and places exist. */
  reports: number;
  places: number;
  found: readonly FoundReport[];
};
/** A grant to write: a new one, or one that has ended and is given again under its old id. */
type Given = { report: string; title: string; grant: string | null };
export type GivePlan = { given: readonly Given[]; existing: number };

/**
 * Which reports the group gets: all or none, by the rule of every grant. Its members aren't named: where a model requires an identity they
 * use their own, and those without one are refused when viewing.
 */
export function decideGiving(asked: AskedReports, stored: FoundReports): GivePlan | Refusal {
  if (!stored.group) return { refused: 'not_found' };
  if (stored.reports !== asked.reports.length) return { refused: 'not_found', field: 'reports' };
  if (stored.places !== asked.places.length) return { refused: 'not_found', field: 'places' };
  const { confirmed, mayRelease } = asked;
  for (const { report } of stored.found) {
    const identity = { as: demandsIdentity(report) ? ('own' as const) : ('none' as const) };
    const refusal = refuseGrant({ report, identity, withoutOwn: 0, mayRelease, confirmed });
    if (refusal) return refusal;
  }
  const given = stored.found.filter(({ held }) => !held || held.ended);
  return {
    given: given.map(({ id, title, held }) => ({ report: id, title, grant: held?.grant ?? null })),
    existing: stored.found.length - given.length,
  };
}

/** Several grants are taken together or not at all. */
export function refuseTaking(asked: readonly string[], stored: { group: boolean; grants: number }): Refusal | null {
  if (!stored.group) return { refused: 'not_found' };
  return stored.grants === asked.length ? null : { refused: 'not_found', field: 'ids' };
}
