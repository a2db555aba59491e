import { call } from '../../app/data/api.ts';
import { usePageOrder } from '../../app/data/use-page-order.ts';
import { type ListInput, managedKeys } from './loader.ts';
import { refreshReports } from './queries.ts';

/** Puts the reports of a group in the order of their ids. */
export const useOrderReports = (input: ListInput) => {
  const groupId = input.group ?? '';
  return usePageOrder({
    queryKey: managedKeys.list(input),
    send: (order, options) => call('PUT /api/auth/management/reports/order', { groupId, ...order }, options),
    refresh: refreshReports,
    words: { failed: 'manage.order.failed', changed: 'manage.listChanged' },
  });
};
