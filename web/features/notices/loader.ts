import { queryOptions } from '@tanstack/react-query';
import { noticeSorts, noticeViews } from '../../../domain/notices/state.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';
import { noticesKey } from './queries.ts';

export const listOptions = { sorts: noticeSorts, filters: ['view'] } as const;

export function toInput(list: ListRead<(typeof noticeSorts)[number]>) {
  const view = noticeViews.find((known) => known === list.values.view) ?? ('current' as const);
  return { ...inputOfList(list), view };
}

export const noticesQuery = (input: CallInput<'GET /api/auth/notices'>) =>
  queryOptions({
    queryKey: [...noticesKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/notices', input, { signal }),
  });

export const loadNotices: PageLoader = ({ client, values }) =>
  values.readers ? [] : [client.ensureQueryData(noticesQuery(toInput(readList(values, listOptions))))];
