import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';

export type ListInput = Parameters<typeof call<'GET /api/auth/jobs/failed'>>[1];

export const failedJobsKey = ['jobs', 'failed'] as const;

export const failedJobsQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...failedJobsKey, input],
    queryFn: ({ signal }) => call('GET /api/auth/jobs/failed', input, { signal }),
    placeholderData: keepPreviousData,
  });
