import { queryOptions } from '@tanstack/react-query';
import { type CallInput, call } from '../../app/data/api.ts';
import { dashboardQuery, menuQuery } from '../../app/data/queries.ts';
import { appOnly } from '../../app/data/small-app.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';
import { store } from '../../app/session/storage.ts';

export type ListInput = CallInput<'GET /api/auth/reports'>;
/** A list of reports: which, their order if the address names none, and the page. */
export type Collection = { scope: Pick<ListInput, 'group' | 'subgroup' | 'favorites'>; sort: ReportSort; page: number };
type Values = Readonly<Record<string, string | undefined>>;

const orders = ['title', '-added', '-data', 'own'] as const;
export type ReportSort = (typeof orders)[number];
export const isReportSort = (value: string | undefined): value is ReportSort => orders.some((order) => order === value);
export const cardsOnPage = 24;

/** Only a list that begins with the user's own order offers it. */
export const getOrder = (sort: ReportSort, asked: string | undefined): ReportSort =>
  isReportSort(asked) && (sort === 'own' || asked !== 'own') ? asked : sort;

export const toInput = ({ scope, sort, page }: Collection, values: Values) =>
  ({
    ...scope,
    size: cardsOnPage,
    page,
    sort: getOrder(sort, values.sort),
    ...(values.search ? { search: values.search } : {}),
  }) satisfies ListInput;

/** All reports, of which the last page is remembered (Spec 3, bi:page), or the favourites in their own order. */
export function getAllReports(values: Values, group: string | undefined): Collection {
  if (values.favorites === '1') return { scope: { favorites: '1' }, sort: 'own', page: Number(values.page ?? '1') };
  // A new search or order goes back to the first page, which the address leaves out.
  const page = values.page ?? (values.search || values.sort || values.group ? '1' : undefined);
  return { scope: group ? { group } : {}, sort: 'title', page: Number(store.page('page_report', page)) };
}

export const listQuery = (input: ListInput) =>
  queryOptions({
    queryKey: ['reports', 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/reports', { ...input, ...appOnly() }, { signal }),
    staleTime: 30_000,
  });

export const loadHomePage: PageLoader = ({ client }) => [client.ensureQueryData(dashboardQuery)];

export const loadAllReports: PageLoader = ({ client, values }) => [
  client.ensureQueryData(menuQuery),
  client.ensureQueryData(listQuery(toInput(getAllReports(values, values.group), values))),
];
