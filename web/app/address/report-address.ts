import type { Profile } from '../../../domain/access/profile.ts';

type Report = { id: string; kind: 'powerbi' | 'external' };

/** The address of a report's viewer; the platform has no `{id}/reports/view` (Spec 2). */
export function reportAddress({ id, kind }: Report, profile: Profile): string {
  if (kind === 'external') return `/${id}/reports/external`;
  return profile === 'a2m' ? `/${id}/management/view` : `/${id}/reports/view`;
}
