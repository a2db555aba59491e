import { call } from '../../app/data/api.ts';
import { usePageOrder } from '../../app/data/use-page-order.ts';
import { type ListInput, managedKeys } from './loader.ts';
import { everyRow, refreshReports } from './queries.ts';

/** Puts the reports of a group in the order of their ids. */
export const useOrderReports = (input: ListInput) => {
  const groupId = input.group ?? '';
  return usePageOrder({
    queryKey: managedKeys.list(input),
    everyRow: () => everyRow({ group: groupId }),
    send: (ids, options) => call('PUT /api/auth/management/reports/order', { groupId, ids }, options),
    refresh: refreshReports,
    words: { failed: 'manage.order.failed', changed: 'manage.listChanged' },
  });
};
