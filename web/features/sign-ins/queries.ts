import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditFamily } from '../../../domain/sign-ins/words.ts';
import { type CallInput, call } from '../../app/api.ts';

/** Fetched at every opening, because sessions come and go elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call('GET /api/auth/account/sessions', {}, { signal }).then(({ items }) => items),
  staleTime: 0,
});

export const ownSignInsQuery = infiniteQueryOptions({
  queryKey: ['account', 'sign-ins'],
  queryFn: ({ signal, pageParam }) => call('GET /api/auth/account/sign_ins', { page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last, pages) => (last.more ? pages.length + 1 : null),
  staleTime: 0,
});

export const signInLogQuery = (input: CallInput<'GET /api/auth/sign_ins'>) =>
  queryOptions({
    queryKey: ['records', 'sign-ins', input],
    queryFn: ({ signal }) => call('GET /api/auth/sign_ins', input, { signal }),
    placeholderData: keepPreviousData,
  });

export const auditQuery = (input: CallInput<'GET /api/auth/audit'>) =>
  queryOptions({
    queryKey: ['records', 'audit', input],
    queryFn: ({ signal }) => call('GET /api/auth/audit', input, { signal }),
    placeholderData: keepPreviousData,
  });

/** The records of one import, in pages appended below. */
export const auditRunQuery = (run: string, family: AuditFamily | undefined) =>
  infiniteQueryOptions({
    queryKey: ['records', 'audit', 'run', run, family],
    queryFn: ({ signal, pageParam }) =>
      call(
        'GET /api/auth/audit',
        { run, size: 100, ...(family ? { family } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
