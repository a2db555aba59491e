import { queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';
import { settingsKey } from './loader.ts';

export type Config = CallOutput<'GET /api/auth/config/getConfig'>['config'];
export type Patch = CallInput<'POST /api/auth/config/update'>;
export type MailServer = CallOutput<'GET /api/auth/mail/server'>;

/** The list in force on this host, the exempt users, and the IP address of this call. */
export const whitelistQuery = queryOptions({
  queryKey: [...settingsKey, 'whitelist'],
  queryFn: ({ signal }) => call('GET /api/auth/config/get/whitelist/by/domain', {}, { signal }),
  staleTime: 0,
});

export const factorUseQuery = queryOptions({
  queryKey: [...settingsKey, 'factors'],
  queryFn: ({ signal }) => call('GET /api/auth/config/factors', {}, { signal }),
  staleTime: 60_000,
});

/** Users whose name or e-mail starts with the query. */
export const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: [...settingsKey, 'people', q],
    queryFn: ({ signal }) => call('GET /api/auth/search', { q }, { signal }).then((answer) => answer.people),
    staleTime: 30_000,
  });
