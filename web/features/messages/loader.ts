import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MessageAudience } from '../../../domain/messages/audience.ts';
import { messageSorts } from '../../../domain/messages/states.ts';
import { inputOfList, readList } from '../../app/address/list-address.ts';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const messagesKey = ['messages'] as const;
export const listOptions = { sorts: messageSorts, filters: [], memory: 'page_report' } as const;
export type MessageRow = CallOutput<'GET /api/auth/messages'>['items'][number];

export const messagesQuery = (input: CallInput<'GET /api/auth/messages'>) =>
  queryOptions({
    queryKey: [...messagesKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/messages', input, { signal }),
  });

/** Read again while it is open: more people read it, more mail leaves. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...messagesKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/messages/{id}', { id }, { signal }),
    staleTime: 0,
    refetchInterval: 10_000,
  });

export const recipientsQuery = (type: 'groups' | 'users', search: string) =>
  queryOptions({
    queryKey: [...messagesKey, 'recipients', type, search],
    queryFn: ({ signal }) => call('GET /api/auth/messages/recipients', { type, search }, { signal }),
    placeholderData: keepPreviousData,
  });

export const countQuery = (audience: MessageAudience) =>
  queryOptions({
    queryKey: [...messagesKey, 'count', audience],
    queryFn: ({ signal }) => call('POST /api/auth/messages/count', { audience: mutable(audience) }, { signal }),
    placeholderData: keepPreviousData,
  });

type SentAudience = CallInput<'POST /api/auth/messages'>['audience'];
/** The audience as a body takes it. */
export const mutable = (audience: MessageAudience): SentAudience =>
  'ids' in audience ? { type: audience.type, ids: [...audience.ids] } : audience;

/** A message that was sent or recalled also changes inboxes, the caller's among them. */
export const refreshMessages = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: messagesKey }), client.invalidateQueries({ queryKey: ['notifications'] })]);

export const loadMessages: PageLoader = ({ client, values }) => [
  client.ensureQueryData(messagesQuery(inputOfList(readList(values, listOptions)))),
];
