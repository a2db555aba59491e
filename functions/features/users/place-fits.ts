import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../../domain/errors/catalogue.ts';

export type Fits = { known: number; report: boolean; theme: boolean };
type Places = { homeReportId: string | null; themeId: string | null };

/** Whether the groups `wanted`, the report to land on and the theme are there; columns of one row. */
export const placeFits = ({
  homeReportId,
  themeId,
}: Places): SQL => sql`(select count(*)::int from user_groups q join wanted on wanted.id = q.id where q.deleted_at is null) as known,
  (${homeReportId}::uuid is null or exists (select from reports r where r.id = ${homeReportId}::uuid)) as report, (${themeId}::uuid is null or exists (select from themes h where h.id = ${themeId}::uuid)) as theme`;

export function refuseUnfit(fits: Fits | undefined, groups: number): AppError {
  if (fits?.known !== groups) return new AppError('not_found', undefined, { field: 'groups' });
  return new AppError('not_found', undefined, { field: fits.report ? 'themeId' : 'homeReportId' });
}
