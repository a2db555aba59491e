import { queryOptions } from '@tanstack/react-query';
import { groupSorts, logSorts, logViews } from '../../../domain/scim/limits.ts';
import { getDays, inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const scimKey = ['scim'] as const;
export const parts = ['connection', 'groups', 'log'] as const;
export const getPart = (tab: string | undefined) => parts.find((each) => each === tab) ?? 'connection';

export const groupOptions = { sorts: groupSorts, filters: [] };
export const toGroupInput = (list: ListRead<(typeof groupSorts)[number]>) => inputOfList(list);

export const logOptions = { sorts: logSorts, filters: ['view', 'from', 'to'] };
export function toLogInput(list: ListRead<(typeof logSorts)[number]>) {
  const view = logViews.find((each) => each === list.values.view) ?? 'all';
  return { ...inputOfList(list), ...getDays(list.values), view };
}

export const connectionQuery = queryOptions({
  queryKey: [...scimKey, 'connection'],
  queryFn: ({ signal }) => call('GET /api/auth/scim/token', {}, { signal }),
  staleTime: 5_000,
});

export const groupsQuery = (input: CallInput<'GET /api/auth/scim/groups'>) =>
  queryOptions({
    queryKey: [...scimKey, 'groups', input],
    queryFn: ({ signal }) => call('GET /api/auth/scim/groups', input, { signal }),
  });

export const logQuery = (input: CallInput<'GET /api/auth/scim/log'>) =>
  queryOptions({
    queryKey: [...scimKey, 'log', input],
    queryFn: ({ signal }) => call('GET /api/auth/scim/log', input, { signal }),
  });

/** One part at a time (`?tab=`). */
export const loadScim: PageLoader = ({ client, values }) => {
  const part = getPart(values.tab);
  if (part === 'groups') return [client.ensureQueryData(groupsQuery(toGroupInput(readList(values, groupOptions))))];
  if (part === 'log') return [client.ensureQueryData(logQuery(toLogInput(readList(values, logOptions))))];
  return [client.ensureQueryData(connectionQuery)];
};
