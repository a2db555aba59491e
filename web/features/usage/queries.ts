import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';

export type UsageInput = CallInput<'GET /api/auth/usage'>;
export type ListInput = CallInput<'GET /api/auth/usage/{by}'>;
export type UsageRow = CallOutput<'GET /api/auth/usage/{by}'>['items'][number];
export type AnalyzeInput = CallInput<'GET /api/auth/analyze'>;
export type AnalyzeRow = CallOutput<'GET /api/auth/analyze'>['items'][number];

const minute = 60_000;

export const usageQuery = (input: UsageInput) =>
  queryOptions({
    queryKey: ['usage', 'sums', input],
    queryFn: ({ signal }) => call('GET /api/auth/usage', input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: minute,
  });

export const usageListQuery = (input: ListInput) =>
  queryOptions({
    queryKey: ['usage', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/usage/{by}', input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: minute,
  });

export const analyzeQuery = (input: AnalyzeInput) =>
  queryOptions({
    queryKey: ['usage', 'analyze', input],
    queryFn: ({ signal }) => call('GET /api/auth/analyze', input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: minute,
  });
