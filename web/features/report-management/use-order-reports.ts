import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { orderWithPage } from '../../../domain/report-groups/order.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import { type ListAnswer, type ListInput, managedKeys } from './loader.ts';
import { everyRow, refreshReports } from './queries.ts';

/** Another user removed a row of this page while its order was being changed. */
class ListChanged extends Error {}

async function save(groupId: string, pages: number, ids: string[]): Promise<void> {
  const order =
    pages > 1
      ? orderWithPage(
          (await everyRow({ group: groupId })).map((row) => row.id),
          ids,
        )
      : ids;
  if (!order) throw new ListChanged();
  await call('PUT /api/auth/management/reports/order', { groupId, ids: order }, { keepalive: order.length < 1_000 });
}

const isChanged = (error: unknown) => error instanceof ListChanged || (error instanceof ApiError && error.status === 'changed_meanwhile');

/**
 * Reorders the reports of a group optimistically and rolls back when the server refuses. Moves made during a save
 * wait for it, and only the last one is sent, so that quick presses of Alt ↓ cannot overtake each other.
 */
export function useOrderReports(input: ListInput) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const key = managedKeys.list(input);
  const waiting = useRef<string[] | null>(null);
  const before = useRef<ListAnswer | null>(null);

  const flush = async (groupId: string, pages: number) => {
    try {
      for (let ids = waiting.current; ids; ids = waiting.current) {
        await save(groupId, pages, ids);
        if (waiting.current === ids) waiting.current = null;
      }
    } catch (error) {
      waiting.current = null;
      if (before.current) client.setQueryData(key, before.current);
      if (!(error instanceof ApiError && error.handled)) {
        toast.error(t('manage.order.failed'), {
          text: isChanged(error) ? t('manage.listChanged') : errorText(error),
          code: error instanceof ApiError ? error.requestId : undefined,
        });
      }
    }
    before.current = null;
    refreshReports(client);
  };

  return async (ids: string[]): Promise<void> => {
    const answer = client.getQueryData<ListAnswer>(key);
    if (!answer || !input.group) return;
    const rows = new Map(answer.items.map((row) => [row.id, row]));
    client.setQueryData<ListAnswer>(key, { ...answer, items: ids.flatMap((id) => rows.get(id) ?? []) });
    const busy = waiting.current !== null;
    waiting.current = ids;
    if (busy) return;
    before.current = answer;
    await client.cancelQueries({ queryKey: key });
    await flush(input.group, answer.pages);
  };
}
