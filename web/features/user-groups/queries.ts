import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { userGroupsKey } from './loader.ts';

export type Row = CallOutput<'GET /api/auth/user-groups'>['items'][number];
export type OneGroup = CallOutput<'GET /api/auth/user-groups/{id}'>;
export type Member = CallOutput<'GET /api/auth/user-groups/{id}/members'>['items'][number];
export type Given = CallOutput<'GET /api/auth/user-groups/{id}/reports'>['items'][number];

/** Always refetched, because its version decides what may be saved. */
export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: [...userGroupsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/auth/user-groups/{id}', { id }, { signal }),
    staleTime: 0,
    // Each opening starts from the stored version.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });

export type PartInput = { id: string; page: number; search: string };
const wire = ({ id, page, search }: PartInput) => ({ id, page, ...(search ? { search } : {}) });

export const membersQuery = (input: PartInput) =>
  queryOptions({
    queryKey: [...userGroupsKey, 'members', input],
    queryFn: ({ signal }) => call('GET /api/auth/user-groups/{id}/members', wire(input), { signal }),
  });

export const givenQuery = (input: PartInput) =>
  queryOptions({
    queryKey: [...userGroupsKey, 'reports', input],
    queryFn: ({ signal }) => call('GET /api/auth/user-groups/{id}/reports', wire(input), { signal }),
  });

export const peopleToAddQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: [...userGroupsKey, 'people-to-add', id, q],
    queryFn: ({ signal }) => call('GET /api/auth/user-groups/{id}/members/choices', { id, q }, { signal }),
    placeholderData: keepPreviousData,
  });

export const reportsToGiveQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: [...userGroupsKey, 'reports-to-give', id, q],
    queryFn: ({ signal }) => call('GET /api/auth/user-groups/{id}/reports/choices', { id, q }, { signal }),
    placeholderData: keepPreviousData,
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...userGroupsKey, 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/user-groups/{id}/history', { id }, { signal }),
    staleTime: 0,
  });

/** A group's grants change who sees reports. */
export function refreshUserGroups(client: QueryClient): void {
  for (const key of [userGroupsKey, ['report-access'], ['grant-subjects'], ['users']]) void client.invalidateQueries({ queryKey: key });
}
