import { AppError } from '../../../domain/errors/catalogue.ts';

type Fits = { playlist_there: boolean; lacks: boolean | null; nameless: boolean | null };

export function refuseMisfit(fits: Fits): void {
  if (!fits.playlist_there) throw new AppError('not_found', undefined, { field: 'playlistId' });
  if (fits.nameless) throw new AppError('playlist_identity_required', undefined, { field: 'identity' });
  if (fits.lacks) throw new AppError('grant_roles_required', undefined, { field: 'roles' });
}
