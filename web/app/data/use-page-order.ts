import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { errorText } from '../notices/notify.ts';
import type { CallOptions } from './api.ts';
import { ApiError } from './api-error.ts';
import { useLatestSave } from './latest-save.ts';

type Page = { items: { id: string }[]; pages: number };
type PageOrder = {
  /** Of the list's query, whose rows are shown in the new order at once. */
  queryKey: QueryKey;
  /** With `partial`, rows of other pages stay in their places. */
  send: (order: { ids: string[]; partial: boolean }, options: CallOptions) => Promise<unknown>;
  refresh: (client: QueryClient) => void;
  words: { failed: TextKey; changed: TextKey };
};

/** Another user changed the list while its order was being changed. */
const isChanged = (error: unknown) => error instanceof ApiError && error.status === 'changed_meanwhile';

/** Reorders the rows of the current page optimistically, and rolls back when the server refuses. */
export function usePageOrder({ queryKey, send, refresh, words }: PageOrder): (ids: string[]) => Promise<void> {
  const client = useQueryClient();
  const { t } = useTranslation();
  const save = useLatestSave();
  const before = useRef<Page | null>(null);
  const onRefused = (error: unknown) => {
    if (before.current) client.setQueryData(queryKey, before.current);
    if (error instanceof ApiError && error.handled) return;
    toast.error(t(words.failed), {
      text: isChanged(error) ? t(words.changed) : errorText(error),
      code: error instanceof ApiError ? error.requestId : undefined,
    });
  };
  const onDone = () => {
    before.current = null;
    refresh(client);
  };
  return async (ids) => {
    const page = client.getQueryData<Page>(queryKey);
    if (!page) return;
    const rows = new Map(page.items.map((row) => [row.id, row]));
    client.setQueryData<Page>(queryKey, { ...page, items: ids.flatMap((id) => rows.get(id) ?? []) });
    before.current ??= page;
    await client.cancelQueries({ queryKey });
    await save(() => send({ ids, partial: page.pages > 1 }, { keepalive: true }), { onRefused, onDone });
  };
}
