import { useQueryClient } from '@tanstack/react-query';
import { useSetSearch } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { applyViewState } from '../../app/parts/report-frame.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';

/** Restores the page and filters that a comment refers to. */
export function useOpenView(commentId: string, page: string | null): () => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const setSearch = useSetSearch();
  return async () => {
    try {
      const view = await client.fetchQuery({
        queryKey: ['comments', 'view', commentId],
        queryFn: () => call('GET /api/auth/comments/{id}/view', { id: commentId }),
        staleTime: 10 * 60_000,
      });
      const applied = view.bookmark ? await applyViewState(view.bookmark) : true;
      if (!view.bookmark && page) setSearch({ page });
      if (applied) toast.success(t('comments.viewOpened'));
      else toast.warning(t('comments.viewFailed'));
    } catch (error) {
      toastError(error);
    }
  };
}
