import { useQueryClient } from '@tanstack/react-query';
import { can } from '../../../domain/access/permissions.ts';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { translate } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';

/** Adds or removes a favourite from the palette; null for users without favourites. */
export function useToggleFavorite(): ((report: ReportCard) => Promise<void>) | null {
  const client = useQueryClient();
  const who = useWho();
  if (!who || !can(who, 'favorites.edit')) return null;
  return async ({ id, favorite, title }) => {
    try {
      await (favorite ? call('DELETE /api/auth/reports/{id}/favorite', { id }) : call('PUT /api/auth/reports/{id}/favorite', { id }));
      toast.success(translate(favorite ? 'palette.favoriteRemoved' : 'palette.favoriteAdded', { title }));
      await client.invalidateQueries({ queryKey: ['reports'] });
    } catch (error) {
      toastError(error);
    }
  };
}
