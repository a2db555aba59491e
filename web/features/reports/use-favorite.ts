import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { can } from '../../../domain/access/permissions.ts';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useWho } from '../../app/session/session.ts';
import { translate } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { withFavorite } from './favorite-change.ts';
import { reportKeys } from './queries.ts';

type Target = Pick<ReportCard, 'id' | 'title' | 'favorite'>;

function paint(client: QueryClient, id: string, favorite: boolean): void {
  client.setQueriesData({ queryKey: reportKeys.all }, (data: unknown) => withFavorite(data, id, favorite));
}

/** Toggles a favourite optimistically and rolls back with a toast when the server refuses. Null for users without favourites. */
export function useFavorite(): ((report: Target) => void) | null {
  const client = useQueryClient();
  const who = useWho();
  const { mutate } = useMutation({
    mutationFn: ({ id, favorite }: Target) =>
      favorite ? call('DELETE /api/auth/reports/{id}/favorite', { id }) : call('PUT /api/auth/reports/{id}/favorite', { id }),
    onMutate: ({ id, favorite }) => paint(client, id, !favorite),
    onError: (error, { id, favorite, title }) => {
      paint(client, id, favorite);
      if (error instanceof ApiError && error.handled) return;
      toast.error(translate('reports.favorite.failed'), { text: title, code: error instanceof ApiError ? error.requestId : undefined });
    },
    onSettled: () => {
      for (const name of ['menu', 'dashboard', 'list']) void client.invalidateQueries({ queryKey: ['reports', name] });
    },
  });
  return who && can(who, 'favorites.edit') ? mutate : null;
}
