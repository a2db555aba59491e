import type { Profile } from '../../../domain/access/profile.ts';

type Place = { group: { id: string } | null; subgroup: { id: string } | null };

/** The list that contains a report: its sub-group, else its group, else all reports; the platform has only its own list. */
export function placePath(place: Place | undefined, profile: Profile | undefined): string {
  if (profile === 'a2m') return '/report/a2m';
  if (place?.subgroup) return `/${place.subgroup.id}/reports`;
  return place?.group ? `/reports?group=${place.group.id}` : '/all/reports';
}
