import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

type Connection = CallOutput<'GET /api/auth/scim/token'>;
export type Token = Connection['tokens'][number];
export type TokenProvider = Connection['providers'][number];
export type GroupInput = CallInput<'GET /api/auth/scim/groups'>;
export type Group = CallOutput<'GET /api/auth/scim/groups'>['items'][number];
export type LogInput = CallInput<'GET /api/auth/scim/log'>;
export type LogRow = CallOutput<'GET /api/auth/scim/log'>['items'][number];

const all = ['scim'] as const;

export const connectionQuery = queryOptions({
  queryKey: [...all, 'connection'],
  queryFn: ({ signal }) => call('GET /api/auth/scim/token', {}, { signal }),
  staleTime: 0,
});

export const groupsQuery = (input: GroupInput) =>
  queryOptions({
    queryKey: [...all, 'groups', input],
    queryFn: ({ signal }) => call('GET /api/auth/scim/groups', input, { signal }),
    placeholderData: keepPreviousData,
  });

export const choicesQuery = (q: string) =>
  queryOptions({
    queryKey: [...all, 'choices', q],
    queryFn: ({ signal }) => call('GET /api/auth/scim/groups/choices', { q }, { signal }),
    placeholderData: keepPreviousData,
  });

export const logQuery = (input: LogInput) =>
  queryOptions({
    queryKey: [...all, 'log', input],
    queryFn: ({ signal }) => call('GET /api/auth/scim/log', input, { signal }),
    placeholderData: keepPreviousData,
  });

/** A mapping also changes groups and profiles. */
export function refreshScim(client: QueryClient): void {
  for (const key of [all, ['user-groups'], ['users']]) void client.invalidateQueries({ queryKey: key });
}
