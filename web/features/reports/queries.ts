import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ReportCard } from '../../../domain/reports/contract.ts';
import { call } from '../../app/data/api.ts';
import { type EmbedToken, staleAfter } from './layer/token-life.ts';

const minute = 60_000;

export type Rights = 'view' | 'edit';
export type Embed = Awaited<ReturnType<typeof fetchEmbed>>;

export const reportKeys = {
  all: ['reports'] as const,
  card: (id: string) => ['reports', 'card', id] as const,
};

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/reports/{id}', { id }, { signal }),
    staleTime: minute / 2,
    retry: false,
  });

/** One saved view with its state. */
export const viewQuery = (id: string) =>
  queryOptions({
    queryKey: ['views', 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/report_views/{id}', { id }, { signal }),
    staleTime: minute / 2,
    retry: false,
  });

export const refreshesQuery = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'refreshes', id],
    queryFn: ({ signal }) => call('GET /api/auth/reports/{id}/refreshes', { id }, { signal }),
    staleTime: minute,
    retry: false,
  });

async function fetchEmbed(id: string, rights: Rights) {
  const embed = await call('POST /api/auth/reports/{id}/embed', { id, rights });
  return { ...embed, receivedAt: Date.now() } satisfies EmbedToken;
}

/** A report's embed token: cached while it is valid enough to start a report; concurrent callers share one request. */
export const embedQuery = (id: string, rights: Rights = 'view') =>
  queryOptions({
    queryKey: rights === 'view' ? ['embed', id] : ['embed', id, rights],
    queryFn: () => fetchEmbed(id, rights),
    staleTime: (query) => staleAfter(query.state.data),
    gcTime: 30 * minute,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

async function fetchTest(id: string, userId: string) {
  const answer = await call('POST /api/auth/reports/{id}/test-as', { id, userId });
  return { ...answer, embed: answer.embed && ({ ...answer.embed, receivedAt: Date.now() } satisfies EmbedToken) };
}

/** The report tested as another user, for administrators: the token, or the error that user would see. */
export const testQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: ['test-as', id, userId],
    queryFn: () => fetchTest(id, userId),
    staleTime: (query) => staleAfter(query.state.data?.embed ?? undefined),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const cardsIn = (data: unknown): ReportCard[] => {
  if (!data || typeof data !== 'object') return [];
  const lists = Object.values(data).filter(Array.isArray);
  // Every list under the key `reports` holds cards or groups, and only cards have a kind.
  return lists.flat().filter((item): item is ReportCard => Boolean(item) && typeof item === 'object' && 'kind' in item);
};

/** A report's card from the cache: enough to start its frame before any call. */
export function knownCard(client: QueryClient, id: string): ReportCard | undefined {
  const kept = client.getQueryData<ReportCard>(reportKeys.card(id));
  if (kept) return kept;
  for (const [, data] of client.getQueriesData({ queryKey: reportKeys.all })) {
    const found = cardsIn(data).find((card) => card.id === id);
    if (found) return found;
  }
  return undefined;
}
