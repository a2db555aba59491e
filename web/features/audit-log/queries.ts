import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditFamily } from '../../../domain/audit-log/words.ts';
import { type CallInput, call } from '../../app/data/api.ts';

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
