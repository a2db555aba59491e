import { queryOptions } from '@tanstack/react-query';
import { deadLetterSorts } from '../../../domain/jobs/sorts.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const listOptions = { sorts: deadLetterSorts, filters: [] };
export const failedJobsKey = ['jobs', 'failed'] as const;
export const toInput = (list: ListRead<(typeof deadLetterSorts)[number]>) => inputOfList(list);

export const failedJobsQuery = (input: CallInput<'GET /api/auth/jobs/failed'>) =>
  queryOptions({
    queryKey: [...failedJobsKey, input],
    queryFn: ({ signal }) => call('GET /api/auth/jobs/failed', input, { signal }),
  });

export const loadFailedJobs: PageLoader = ({ client, values }) => [
  client.ensureQueryData(failedJobsQuery(toInput(readList(values, listOptions)))),
];
