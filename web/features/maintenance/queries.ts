import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { maintenanceKey } from './loader.ts';

export type WindowRow = CallOutput<'GET /api/auth/maintenance'>['items'][number];

/** One window; always refetched, because its version decides what may be saved. */
export const windowQuery = (id: string) =>
  queryOptions({
    queryKey: [...maintenanceKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/maintenance/{id}', { id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

const maxOptions = 50;

/** Possible targets of a window, by the beginnings of words. */
export const targetsQuery = (target: 'report' | 'group' | 'subgroup', search: string) =>
  queryOptions({
    queryKey: [...maintenanceKey, 'targets', target, search],
    queryFn: async ({ signal }) => {
      const narrowed = search ? { search } : {};
      if (target === 'report') {
        const { items } = await call('GET /api/auth/reports', { size: maxOptions, ...narrowed }, { signal });
        return items.map(({ id, title }) => ({ id, name: title }));
      }
      const kind = target === 'group' ? 'groups' : 'subgroups';
      const { items } = await call('GET /api/auth/{kind}', { kind, size: maxOptions, ...narrowed }, { signal });
      return items.map(({ id, name, groupName }) => ({ id, name: groupName ? `${groupName} › ${name}` : name }));
    },
    placeholderData: keepPreviousData,
  });

/** Cards, lists and open reports also show windows. */
export function refreshWindows(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: maintenanceKey });
  void client.invalidateQueries({ queryKey: ['reports'] });
}
