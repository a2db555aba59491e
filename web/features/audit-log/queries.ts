import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditFamily } from '../../../domain/audit-log/families.ts';
import { call } from '../../app/data/api.ts';

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
