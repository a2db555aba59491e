import { queryOptions } from '@tanstack/react-query';
import { analyzeSorts, defaultPeriod, type Period, periods, type UsageKind, usageSorts } from '../../../domain/usage/periods.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

const minute = 60_000;
const usageKey = ['usage'] as const;
export const analyzeOptions = { sorts: analyzeSorts, filters: ['days', 'idle'], memory: 'page_tenant' } as const;
export const usageOptions = { sorts: usageSorts, filters: ['by', 'days', 'never'], memory: 'page_report' } as const;

type Values = Readonly<Record<string, string | undefined>>;
export const getPeriod = ({ days }: Values): Period => periods.find((period) => period === days) ?? defaultPeriod;

export const toAnalyzeInput = (list: ListRead<(typeof analyzeSorts)[number]>) => ({
  ...inputOfList(list),
  days: getPeriod(list.values),
  ...(list.values.idle === '1' ? { idle: '1' as const } : {}),
});

export function toUsageInput(list: ListRead<(typeof usageSorts)[number]>) {
  const by: UsageKind = list.values.by === 'users' ? 'users' : 'reports';
  return { ...inputOfList(list), by, days: getPeriod(list.values), ...(list.values.never === '1' ? { never: '1' as const } : {}) };
}

export const usageQuery = (input: CallInput<'GET /api/auth/usage'>) =>
  queryOptions({
    queryKey: [...usageKey, 'sums', input],
    queryFn: ({ signal }) => call('GET /api/auth/usage', input, { signal }),
    staleTime: minute,
  });

export const usageListQuery = (input: CallInput<'GET /api/auth/usage/{by}'>) =>
  queryOptions({
    queryKey: [...usageKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/usage/{by}', input, { signal }),
    staleTime: minute,
  });

export const analyzeQuery = (input: CallInput<'GET /api/auth/analyze'>) =>
  queryOptions({
    queryKey: [...usageKey, 'analyze', input],
    queryFn: ({ signal }) => call('GET /api/auth/analyze', input, { signal }),
    staleTime: minute,
  });

/** Usage of the tenants below. */
export const loadTenantsUsage: PageLoader = ({ client, values }) => [
  client.ensureQueryData(analyzeQuery(toAnalyzeInput(readList(values, analyzeOptions)))),
];

/** Usage of the unit's reports, or with an `id` of that one. */
export const loadUsage: PageLoader = ({ client, values, id }) => [
  client.ensureQueryData(usageQuery({ days: getPeriod(values), ...(id ? { report: id } : {}) })),
  ...(id ? [] : [client.ensureQueryData(usageListQuery(toUsageInput(readList(values, usageOptions))))]),
];
