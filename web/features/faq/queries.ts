import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { faqKey } from './loader.ts';

type FaqAnswer = CallOutput<'GET /api/auth/faq'>;
export type FaqItem = FaqAnswer['items'][number];
export type StoredEntry = CallOutput<'GET /api/auth/faq/{id}'>;

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...faqKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/faq/{id}', { id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    retry: false,
  });

export const faqHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...faqKey, 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/faq/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

export const refreshFaq = (client: QueryClient) => client.invalidateQueries({ queryKey: faqKey });
