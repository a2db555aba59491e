import { AppError } from '../../../domain/errors/catalogue.ts';

type Fits = { reports: boolean; views: boolean; people: boolean; teams: boolean };

export function refuseMisfit(fits: Fits): void {
  if (!fits.reports) throw new AppError('not_found', undefined, { field: 'items' });
  if (!fits.views) throw new AppError('not_found', undefined, { field: 'items' });
  if (!fits.people) throw new AppError('not_found', undefined, { field: 'people' });
  if (!fits.teams) throw new AppError('not_found', undefined, { field: 'groups' });
}
