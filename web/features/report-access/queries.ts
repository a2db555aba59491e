import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOutput, call } from '../../app/data/api.ts';
import { getKey } from './loader.ts';

export type Access = CallOutput<'GET /api/auth/reports/{id}/access'>;
export type Grant = CallOutput<'GET /api/auth/reports/{id}/grants'>['items'][number];
export type Why = CallOutput<'GET /api/auth/access/explain'>;
export type Sight = CallOutput<'GET /api/auth/reports/{id}/sight'>['items'][number];

/** Why one user does or does not see the report; always refetched, because its causes are changed on other pages. */
export const whyQuery = (id: string, person: string) =>
  queryOptions({
    queryKey: [...getKey(id), 'why', person],
    queryFn: ({ signal }) => call('GET /api/auth/access/explain', { report: id, user: person }, { signal }),
    staleTime: 0,
  });

/** A grant from the cached pages of the list. */
export function knownGrant(client: QueryClient, id: string, grantId: string): Grant | undefined {
  const pages = client.getQueriesData<{ items: Grant[] }>({ queryKey: [...getKey(id), 'grants'] });
  return pages.flatMap(([, page]) => page?.items ?? []).find((grant) => grant.id === grantId);
}

/** Whether this user may edit the report in place; fetched once per open report. */
export const editQuery = (reportId: string) =>
  queryOptions({
    queryKey: ['edit-permission', reportId],
    queryFn: ({ signal }) => call('POST /api/auth/report_view/check/permission/edit/report', { reportId }, { signal }),
    staleTime: 5 * 60_000,
    retry: false,
  });

/** A changed grant also changes who sees the report, and its row in the list of managed reports. */
export function refreshAccess(client: QueryClient, id: string): void {
  void client.invalidateQueries({ queryKey: getKey(id) });
  void client.invalidateQueries({ queryKey: ['management'] });
}
