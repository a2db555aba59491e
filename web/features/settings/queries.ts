import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SettingsAreaName } from '../../../domain/settings/areas.ts';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type Config = CallOutput<'GET /api/auth/config/getConfig'>['config'];
export type Patch = CallInput<'POST /api/auth/config/update'>;
export type MailServer = CallOutput<'GET /api/auth/mail/server'>;
export type MailLogInput = CallInput<'GET /api/auth/mail/log'>;

/** Always refetched, because its version decides what may be saved. */
export const formQuery = queryOptions({
  queryKey: ['settings', 'form'],
  queryFn: ({ signal }) => call('GET /api/auth/config/getConfig', {}, { signal }).then((answer) => answer.config),
  staleTime: 0,
  refetchOnWindowFocus: false,
});

export const historyQuery = (area: SettingsAreaName) =>
  infiniteQueryOptions({
    queryKey: ['settings', 'history', area],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/auth/config/history', { area, ...(pageParam ? { before: pageParam } : {}) }, { signal }),
    initialPageParam: null as string | null, // because the first page has no cursor
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });

export const reportsQuery = queryOptions({
  queryKey: ['settings', 'reports'],
  queryFn: ({ signal }) => call('GET /api/auth/group_reports/get/reports/all/select', {}, { signal }),
  staleTime: 60_000,
});

/** The list in force on this host, the exempt users, and the IP address of this call. */
export const whitelistQuery = queryOptions({
  queryKey: ['settings', 'whitelist'],
  queryFn: ({ signal }) => call('GET /api/auth/config/get/whitelist/by/domain', {}, { signal }),
  staleTime: 0,
});

export const mailServerQuery = queryOptions({
  queryKey: ['settings', 'mail-server'],
  queryFn: ({ signal }) => call('GET /api/auth/mail/server', {}, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: false,
});

export const mailLogQuery = (input: MailLogInput) =>
  queryOptions({
    queryKey: ['settings', 'mail-log', input],
    queryFn: ({ signal }) => call('GET /api/auth/mail/log', input, { signal }),
    placeholderData: keepPreviousData,
  });

export const embedKeysQuery = queryOptions({
  queryKey: ['settings', 'embed-keys'],
  queryFn: ({ signal }) => call('GET /api/auth/embedding/keys', {}, { signal }),
  staleTime: 0,
});

export const factorUseQuery = queryOptions({
  queryKey: ['settings', 'factors'],
  queryFn: ({ signal }) => call('GET /api/auth/config/factors', {}, { signal }),
  staleTime: 60_000,
});

/** Users whose name or e-mail starts with the query. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['settings', 'people', q],
    queryFn: ({ signal }) => call('GET /api/auth/search', { q }, { signal }).then((answer) => answer.people),
    staleTime: 30_000,
  });
