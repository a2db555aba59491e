import { queryOptions } from '@tanstack/react-query';
import { managedSorts } from '../../../domain/report-management/limits.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';
import { getView } from './views.ts';

const minute = 60_000;
export type ListInput = CallInput<'GET /api/auth/management/reports'>;
export type ListAnswer = CallOutput<'GET /api/auth/management/reports'>;

export const managedKeys = {
  all: ['management'] as const,
  lists: ['management', 'list'] as const,
  list: (input: ListInput) => ['management', 'list', input] as const,
  one: (id: string) => ['management', 'one', id] as const,
};
const sorts = managedSorts.filter((sort) => sort !== 'position');
export const listOptions = {
  sorts,
  filters: ['view', 'kind', 'group', 'subgroup', 'owner', 'custom'],
  memory: 'page_report',
} as const;

/** `custom`: the filter by custom fields, if it is valid. */
export function toInput(list: ListRead<(typeof sorts)[number]>, custom?: string) {
  const { group, subgroup, owner, ...values } = list.values;
  const view = getView(values.view);
  const kind: ListInput['kind'] = values.kind === 'powerbi' || values.kind === 'external' ? values.kind : undefined;
  return {
    ...inputOfList(list),
    ...(view === 'all' ? {} : { view }),
    ...(kind ? { kind } : {}),
    ...(group ? { group } : {}),
    ...(subgroup ? { subgroup } : {}),
    ...(owner ? { owner } : {}),
    ...(custom ? { custom } : {}),
  } satisfies ListInput;
}

export const listQuery = (input: ListInput) =>
  queryOptions({
    queryKey: managedKeys.list(input),
    queryFn: ({ signal }) => call('GET /api/auth/management/reports', input, { signal }),
  });

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: managedKeys.one(id),
    queryFn: ({ signal }) => call('GET /api/auth/management/reports/{id}', { id }, { signal }),
    staleTime: minute / 2,
    retry: false,
  });

export const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...managedKeys.all, 'history', id],
    queryFn: ({ signal }) => call('GET /api/auth/management/reports/{id}/history', { id }, { signal }),
    staleTime: 2_000,
  });

export const placesQuery = queryOptions({
  queryKey: [...managedKeys.all, 'places'],
  queryFn: ({ signal }) => call('GET /api/auth/management/places', {}, { signal }),
  staleTime: minute,
});

export const uploadsQuery = queryOptions({
  queryKey: [...managedKeys.all, 'uploads'],
  queryFn: ({ signal }) => call('GET /api/auth/management/uploads', {}, { signal }),
  staleTime: 2_000,
});

/** The contents of the report service are refetched each time the wizard opens. */
export const accountsQuery = queryOptions({
  queryKey: ['service', 'picker'],
  queryFn: ({ signal }) => call('GET /api/auth/service-accounts/picker', {}, { signal }),
  staleTime: 2_000,
});

/** The list, also below a new report (`?new=1`), or a wizard (`?import=`) in its place. */
export const loadManagedReports: PageLoader = ({ client, values }) => {
  const places = client.ensureQueryData(placesQuery);
  if (values.import) {
    const accounts = client.ensureQueryData(accountsQuery);
    return values.import === 'file' ? [places, accounts, client.ensureQueryData(uploadsQuery)] : [places, accounts];
  }
  // The page reads whether a filter by custom fields is valid; its code isn't here.
  return values.custom ? [places] : [places, client.ensureQueryData(listQuery(toInput(readList(values, listOptions))))];
};

export const loadManagedReport: PageLoader = ({ client, id, values }) => [
  client.ensureQueryData(oneQuery(id)),
  ...(values.tab === 'history' ? [client.ensureQueryData(historyQuery(id))] : []),
];
