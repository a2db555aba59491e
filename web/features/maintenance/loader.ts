import { queryOptions } from '@tanstack/react-query';
import { windowSorts, windowViews } from '../../../domain/maintenance/window.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const maintenanceKey = ['maintenance'] as const;
export const listOptions = { sorts: windowSorts, filters: ['view'], memory: 'page_report' } as const;

/** With `report`, the windows that cover it. */
export function toInput(list: ListRead<(typeof windowSorts)[number]>, report?: string) {
  const view = windowViews.find((known) => known === list.values.view) ?? ('current' as const);
  return { ...inputOfList(list), view, ...(report ? { report } : {}) };
}

export const windowsQuery = (input: CallInput<'GET /api/auth/maintenance'>) =>
  queryOptions({
    queryKey: [...maintenanceKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/maintenance', input, { signal }),
  });

export const loadWindows: PageLoader = ({ client, values, id }) => [
  client.ensureQueryData(windowsQuery(toInput(readList(values, listOptions), id || undefined))),
];
