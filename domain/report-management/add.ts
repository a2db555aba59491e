import type { Refusal } from '../errors/refusal.ts';

/** Whether this unit may add reports, and whether the requested place exists. */
export type Place = { allowed: boolean | null; fits: boolean };

export function refuseAdd(place: Place | undefined, { subgroupId }: { subgroupId: string | null }): Refusal | null {
  if (!place?.allowed) return { refused: 'reports_not_allowed' };
  return place.fits ? null : { refused: 'not_found', field: subgroupId ? 'subgroupId' : 'groupId' };
}

/** The same for reports from a workspace of the report service. */
export function refusePublishing(place: Place | undefined): Refusal | null {
  if (!place?.allowed) return { refused: 'reports_not_allowed' };
  return place.fits ? null : { refused: 'group_not_found', field: 'groupId' };
}
