import { queryOptions } from '@tanstack/react-query';
import { customerSorts, customerViews } from '../../../domain/customers/limits.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export const customersKey = ['parties'] as const;
export const listOptions = { sorts: customerSorts, filters: ['view'] };

export function toInput(list: ListRead<(typeof customerSorts)[number]>) {
  const view = customerViews.find((each) => each === list.values.view);
  return { ...inputOfList(list), ...(view ? { view } : {}) };
}

export const customersQuery = (input: CallInput<'GET /api/auth/parties'>) =>
  queryOptions({
    queryKey: [...customersKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/parties', input, { signal }),
  });

export const loadCustomers: PageLoader = ({ client, values }) => [
  client.ensureQueryData(customersQuery(toInput(readList(values, listOptions)))),
];
