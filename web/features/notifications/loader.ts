import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Family, families } from '../../../domain/notifications/families.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const views = ['unread', 'all', 'deleted'] as const;
export type View = (typeof views)[number];

/** The view and the family of an address; unknown ones count as absent. */
export const getInbox = (values: Readonly<Record<string, string | undefined>>): { view: View; family: Family | undefined } => ({
  view: views.find((each) => each === values.view) ?? 'all',
  family: families.find((each) => each === values.family),
});

export const inboxQuery = ({ view, family }: ReturnType<typeof getInbox>) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'inbox', view, family ?? null],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/auth/notifications', { view, ...(family ? { family } : {}), ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: null as string | null, // because the first page has no cursor
    getNextPageParam: (last) => last.next,
    staleTime: 5_000,
  });

/** A message in the reader's language, as the server picks it. */
export const messageQuery = (id: string, language: Language) =>
  queryOptions({
    queryKey: ['notifications', 'message', id, language],
    queryFn: ({ signal }) => call('GET /api/auth/notifications/messages/{id}', { id }, { signal }),
    retry: false,
  });

export const loadInbox: PageLoader = ({ client, values }) => [client.ensureInfiniteQueryData(inboxQuery(getInbox(values)))];
