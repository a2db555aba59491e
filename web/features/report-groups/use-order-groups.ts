import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { orderWithPage } from '../../../domain/report-groups/order.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';
import type { Kind } from './kind.ts';
import { groupKeys, type ListAnswer, type ListInput } from './loader.ts';
import { everyRow, refreshGroups } from './queries.ts';

/** Another user removed a row of this page while its order was being changed. */
class ListChanged extends Error {}

async function save(kind: Kind, input: ListInput, pages: number, ids: string[]): Promise<void> {
  const group = input.group ? { group: input.group } : {};
  const order =
    pages > 1
      ? orderWithPage(
          (await everyRow(kind, group)).map((row) => row.id),
          ids,
        )
      : ids;
  if (!order) throw new ListChanged();
  const options = { keepalive: order.length < 1_000 };
  await call('PUT /api/auth/{kind}/order', { kind, ids: order, ...(input.group ? { groupId: input.group } : {}) }, options);
}

const isChanged = (error: unknown) => error instanceof ListChanged || (error instanceof ApiError && error.status === 'changed_meanwhile');

/**
 * Reorders the rows of the current page optimistically and rolls back when the server refuses. Moves made during a
 * save wait for it, and only the last one is sent, so that quick presses of Alt ↓ cannot overtake each other.
 */
export function useOrderGroups(kind: Kind, input: ListInput) {
  const client = useQueryClient();
  const { t } = useTranslation();
  const key = groupKeys.list(kind, input);
  const waiting = useRef<string[] | null>(null);
  const before = useRef<ListAnswer | null>(null);

  const tell = (error: unknown) => {
    if (error instanceof ApiError && error.handled) return;
    toast.error(t('groups.order.failed'), {
      text: isChanged(error) ? t('groups.listChanged') : errorText(error),
      code: error instanceof ApiError ? error.requestId : undefined,
    });
  };

  const flush = async (pages: number) => {
    try {
      for (let ids = waiting.current; ids; ids = waiting.current) {
        await save(kind, input, pages, ids);
        if (waiting.current === ids) waiting.current = null;
      }
    } catch (error) {
      waiting.current = null;
      if (before.current) client.setQueryData(key, before.current);
      tell(error);
    }
    before.current = null;
    refreshGroups(client);
  };

  return async (ids: string[]): Promise<void> => {
    const answer = client.getQueryData<ListAnswer>(key);
    if (!answer) return;
    const rows = new Map(answer.items.map((row) => [row.id, row]));
    client.setQueryData<ListAnswer>(key, { ...answer, items: ids.flatMap((id) => rows.get(id) ?? []) });
    const busy = waiting.current !== null;
    waiting.current = ids;
    if (busy) return;
    before.current = answer;
    await client.cancelQueries({ queryKey: key });
    await flush(answer.pages);
  };
}
