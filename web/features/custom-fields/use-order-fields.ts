import { useQueryClient } from '@tanstack/react-query';
import type { FieldOwner } from '../../../domain/custom-fields/limits.ts';
import { call } from '../../app/data/api.ts';
import { useLatestSave } from '../../app/data/latest-save.ts';
import { toastError } from '../../app/notices/notify.ts';
import { fieldKeys } from './loader.ts';
import { type FieldList, refreshFields } from './queries.ts';

/** Reorders the tenant's own fields optimistically and rolls back when the server refuses. */
export function useOrderFields(of: FieldOwner) {
  const client = useQueryClient();
  const save = useLatestSave();
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
    await save(() => call('PUT /api/auth/custom-fields/order', { of, ids }, { keepalive: true }), {
      onRefused: toastError,
      onDone: () => refreshFields(client),
    });
  };
}
