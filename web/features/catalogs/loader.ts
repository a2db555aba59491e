import { queryOptions } from '@tanstack/react-query';
import { can } from '../../../domain/access/permissions.ts';
import { type RequestView, requestSorts, requestViews } from '../../../domain/catalogs/request.ts';
import { getDays, inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

type CatalogInput = CallInput<'GET /api/auth/catalogs'>;
type RequestsInput = CallInput<'GET /api/auth/catalog-requests'>;
export const catalogsKey = ['catalogs'] as const;
export const cardsOnPage = 24;
export const requestsOptions = { sorts: requestSorts, filters: ['view', 'from', 'to'], memory: 'page_report' } as const;

type Values = Readonly<Record<string, string | undefined>>;
export const toCardsInput = ({ page, search, group, ask }: Values) => ({
  size: cardsOnPage,
  page: Number(page ?? '1') || 1,
  ...(search ? { search } : {}),
  ...(group ? { group } : {}),
  ...(ask ? { report: ask } : {}),
});

export function toRequestsInput(list: ListRead<(typeof requestSorts)[number]>, mine: boolean) {
  const view: RequestView = requestViews.find((known) => known === list.values.view) ?? (mine ? 'all' : 'pending');
  return { ...inputOfList(list), ...getDays(list.values), view, ...(mine ? { mine: '1' as const } : {}) };
}

export const catalogQuery = (input: CatalogInput) =>
  queryOptions({
    queryKey: [...catalogsKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/catalogs', input, { signal }),
    staleTime: 30_000,
  });

export const requestsQuery = (input: RequestsInput) =>
  queryOptions({
    queryKey: [...catalogsKey, 'requests', input],
    queryFn: ({ signal }) => call('GET /api/auth/catalog-requests', input, { signal }),
  });
/** Whether this user decides requests, and how many are waiting. */
export const waitingQuery = requestsQuery({ view: 'pending', size: 1 });

/** The cards, the user's own requests (`?tab=mine`), or those to decide (`?tab=requests`); the tabs beside them. */
export const loadCatalogs: PageLoader = ({ client, who, values }) => {
  const mine = values.tab === 'mine' && can(who, 'catalogs.ask');
  const content =
    mine || values.tab === 'requests'
      ? client.ensureQueryData(requestsQuery(toRequestsInput(readList(values, requestsOptions), mine)))
      : client.ensureQueryData(catalogQuery(toCardsInput(values)));
  return [client.ensureQueryData(waitingQuery), content];
};
