import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldOwner } from '../../../domain/custom-fields/limits.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { fieldKeys } from './loader.ts';
import { type FieldList, refreshFields } from './queries.ts';

/** Reorders the tenant's own fields optimistically and rolls back when the server refuses; of quick moves only the last one is sent. */
export function useOrderFields(of: FieldOwner) {
  const client = useQueryClient();
  const waiting = useRef<string[] | null>(null);
  return async (ids: string[]): Promise<void> => {
    const place = new Map(ids.map((id, at) => [id, at]));
    client.setQueryData<FieldList>(
      fieldKeys.list,
      (answer) =>
        answer && {
          ...answer,
          items: [...answer.items].sort((a, b) =>
            place.has(a.id) && place.has(b.id) ? (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0) : 0,
          ),
        },
    );
    const busy = waiting.current !== null;
    waiting.current = ids;
    if (busy) return;
    try {
      for (let next: string[] | null = ids; next; next = waiting.current) {
        await call('PUT /api/auth/custom-fields/order', { of, ids: next }, { keepalive: true });
        if (waiting.current === next) waiting.current = null;
      }
    } catch (error) {
      waiting.current = null;
      toastError(error);
    }
    refreshFields(client);
  };
}
