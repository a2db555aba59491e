import { queryOptions } from '@tanstack/react-query';
import { sightViews } from '../../../domain/report-access/limits.ts';
import { type CallInput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

type Values = Readonly<Record<string, string | undefined>>;
export const parts = ['grants', 'people', 'why'] as const;
const kinds = ['user', 'group'] as const;
const size = 25;

export const getKey = (id: string) => ['report-access', id] as const;

/** The tab's state; `page`, `view` and the like belong to the viewer beside it. */
export const readAccess = (values: Values) => ({
  part: parts.find((each) => each === values.part) ?? 'grants',
  page: Math.max(1, Number.parseInt(values.at ?? '1', 10) || 1),
  size,
  search: values.find ?? '',
  kind: kinds.find((kind) => kind === values.kind),
  view: sightViews.find((view) => view === values.who) ?? ('seeing' as const),
  ending: values.order === 'ends',
});
type AccessRead = ReturnType<typeof readAccess>;

export const grantsFilter = (id: string, { search, kind }: AccessRead) => ({
  id,
  ...(search ? { search } : {}),
  ...(kind ? { kind } : {}),
});
export const grantsInput = (id: string, read: AccessRead) => ({
  ...grantsFilter(id, read),
  sort: read.ending ? ('ends' as const) : ('-created' as const),
  page: read.page,
  size,
});
export const sightFilter = (id: string, { search, view }: AccessRead) => ({ id, view, ...(search ? { search } : {}) });
export const sightInput = (id: string, read: AccessRead) => ({ ...sightFilter(id, read), page: read.page, size });

/** The options of the access form, and how many people see the report. */
export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: [...getKey(id), 'facts'],
    queryFn: ({ signal }) => call('GET /api/auth/reports/{id}/access', { id }, { signal }),
  });

export const grantsQuery = (input: CallInput<'GET /api/auth/reports/{id}/grants'>) =>
  queryOptions({
    queryKey: [...getKey(input.id), 'grants', input],
    queryFn: ({ signal }) => call('GET /api/auth/reports/{id}/grants', input, { signal }),
  });

export const sightQuery = (input: CallInput<'GET /api/auth/reports/{id}/sight'>) =>
  queryOptions({
    queryKey: [...getKey(input.id), 'people', input],
    queryFn: ({ signal }) => call('GET /api/auth/reports/{id}/sight', input, { signal }),
  });

/** The tab of a report. Why one user sees it is read by the tab itself, each time. */
export const loadAccess: PageLoader = ({ client, values, id }) => {
  const read = readAccess(values);
  const facts = client.ensureQueryData(accessQuery(id));
  if (read.part === 'why') return [facts];
  const list =
    read.part === 'grants'
      ? client.ensureQueryData(grantsQuery(grantsInput(id, read)))
      : client.ensureQueryData(sightQuery(sightInput(id, read)));
  return [facts, list];
};
