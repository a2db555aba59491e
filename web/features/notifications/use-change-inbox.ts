import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { refreshNews, unreadQuery } from '../../app/data/news.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';

type InboxPage = CallOutput<'GET /api/auth/notifications'>;
export type Item = InboxPage['items'][number];
export type Change = 'read' | 'unread' | 'delete' | 'restore';
const maxAtOnce = 200;
const after: Record<Change, Partial<Item>> = {
  read: { read: true },
  unread: { read: false },
  delete: { deleted: true, read: true },
  restore: { deleted: false },
};

/** Changes notifications optimistically, then on the server; deletion and "all read" can be undone from the toast. */
export function useChangeInbox() {
  const client = useQueryClient();
  const { t } = useTranslation();

  const showAtOnce = (change: Change, ids: readonly string[]) => {
    client.setQueriesData<InfiniteData<InboxPage>>(
      { queryKey: ['notifications', 'inbox'] },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (ids.includes(item.id) ? { ...item, ...after[change] } : item)),
          })),
        },
    );
    const step = change === 'read' ? -ids.length : change === 'unread' ? ids.length : 0;
    client.setQueryData(unreadQuery.queryKey, (data) => data && { ...data, unread: Math.max(0, data.unread + step) });
  };

  const send = async (action: Change, ids: readonly string[]): Promise<boolean> => {
    showAtOnce(action, ids);
    try {
      for (let from = 0; from < ids.length; from += maxAtOnce)
        await call('POST /api/auth/notifications/change', { action, ids: ids.slice(from, from + maxAtOnce) });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.handled))
        toast.error(t('inbox.failed'), { text: errorText(error), code: error instanceof ApiError ? error.requestId : undefined });
      return false;
    } finally {
      refreshNews(client);
    }
  };

  return {
    async change(action: Change, item: Item): Promise<void> {
      if (!(await send(action, [item.id]))) return;
      const undo = { label: t('inbox.undo'), onClick: () => void send(action === 'delete' ? 'restore' : 'delete', [item.id]) };
      if (action === 'delete') toast.success(t('inbox.deleted'), { action: undo });
      if (action === 'restore') toast.success(t('inbox.restored'));
    },
    async readAll(): Promise<void> {
      try {
        const { ids } = await call('POST /api/auth/notifications/read-all', {});
        if (ids.length === 0) return void toast.info(t('inbox.readAll.none'));
        showAtOnce('read', ids);
        toast.success(t('inbox.allRead', { count: ids.length }), {
          action: { label: t('inbox.undo'), onClick: () => void send('unread', ids) },
        });
      } catch (error) {
        if (!(error instanceof ApiError && error.handled)) toast.error(t('inbox.failed'), { text: errorText(error) });
      } finally {
        refreshNews(client);
      }
    },
  };
}
