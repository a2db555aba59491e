import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Family } from '../../../domain/notifications/families.ts';
import { type CallOutput, call } from '../../app/data/api.ts';

export const views = ['unread', 'all', 'deleted'] as const;
export type View = (typeof views)[number];
export type InboxPage = CallOutput<'GET /api/auth/notifications'>;
export type Item = InboxPage['items'][number];

export const inboxQuery = (view: View, family: Family | undefined) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'inbox', view, family ?? null],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/auth/notifications', { view, ...(family ? { family } : {}), ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: null as string | null, // because the first page has no cursor
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
