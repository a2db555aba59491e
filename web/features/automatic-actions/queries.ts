import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { TaskTargetKind } from '../../../domain/automatic-actions/task.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import { actionsKey } from './loader.ts';

export type Named = { id: string; name: string };

/** One record whose version decides what may be saved: each opening starts from the stored one. */
const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, retry: false } as const;

export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: [...actionsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/tasks/{id}', { id }, { signal }),
    ...fresh,
  });

export const taskHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...actionsKey, 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/tasks/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

/** What a run would do now, step by step. */
export const testQuery = (id: string) =>
  queryOptions({
    queryKey: [...actionsKey, 'test', id],
    queryFn: ({ signal }) => call('POST /api/auth/tasks/{id}/test', { id }, { signal }),
    ...fresh,
  });

/** The next five runs of triggers that aren't saved yet. */
export const nextRunsQuery = (input: CallInput<'POST /api/auth/tasks/next'>) =>
  queryOptions({
    queryKey: [...actionsKey, 'next', input],
    queryFn: ({ signal }) => call('POST /api/auth/tasks/next', input, { signal }),
    retry: false,
    placeholderData: keepPreviousData,
  });

export const holidaysQuery = queryOptions({
  queryKey: [...actionsKey, 'holidays'],
  queryFn: ({ signal }) => call('GET /api/auth/holidays', {}, { signal }),
  ...fresh,
});

/** The rules of one controlled capacity, and the sizes that Azure offers for it. */
export const rulesQuery = (id: string) =>
  queryOptions({
    queryKey: [...actionsKey, 'rules', id],
    queryFn: ({ signal }) => call('GET /api/auth/resources/{id}', { id }, { signal }),
    ...fresh,
  });

const maxOptions = 50;

/** Possible targets of a task, by the beginnings of words. */
export const targetsQuery = (kind: Exclude<TaskTargetKind, 'unit' | 'capacity'>, search: string) =>
  queryOptions({
    queryKey: [...actionsKey, 'targets', kind, search],
    queryFn: async ({ signal }): Promise<Named[]> => {
      const narrowed = search ? { search } : {};
      if (kind === 'report') {
        const { items } = await call('GET /api/auth/reports', { size: maxOptions, ...narrowed }, { signal });
        return items.map(({ id, title }) => ({ id, name: title }));
      }
      const groups = kind === 'group' ? 'groups' : 'subgroups';
      const { items } = await call('GET /api/auth/{kind}', { kind: groups, size: maxOptions, ...narrowed }, { signal });
      return items.map(({ id, name, groupName }) => ({ id, name: groupName ? `${groupName} › ${name}` : name }));
    },
    placeholderData: keepPreviousData,
  });

/** Tasks also decide about capacities and maintenance. */
export function refreshActions(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: actionsKey });
  void client.invalidateQueries({ queryKey: ['maintenance'] });
}
