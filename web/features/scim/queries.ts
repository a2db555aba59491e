import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { scimKey } from './loader.ts';

type Connection = CallOutput<'GET /api/auth/scim/token'>;
export type Token = Connection['tokens'][number];
export type TokenProvider = Connection['providers'][number];
export type Group = CallOutput<'GET /api/auth/scim/groups'>['items'][number];
export type LogRow = CallOutput<'GET /api/auth/scim/log'>['items'][number];

export const choicesQuery = (q: string) =>
  queryOptions({
    queryKey: [...scimKey, 'choices', q],
    queryFn: ({ signal }) => call('GET /api/auth/scim/groups/choices', { q }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A mapping also changes groups and profiles. */
export function refreshScim(client: QueryClient): void {
  for (const key of [scimKey, ['user-groups'], ['users']]) void client.invalidateQueries({ queryKey: key });
}
