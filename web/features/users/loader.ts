import { queryOptions } from '@tanstack/react-query';
import { userFlags } from '../../../domain/access/profile.ts';
import { languages } from '../../../domain/session/languages.ts';
import { userSorts } from '../../../domain/users/limits.ts';
import { positions, statuses } from '../../../domain/users/person.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';

export type ListInput = CallInput<'GET /api/auth/users'>;
export type ListAnswer = CallOutput<'GET /api/auth/users'>;
/** The list's filters, shared by export and bulk actions. */
export type Filter = Omit<ListInput, 'page' | 'size' | 'cursor' | 'sort'>;
export const usersKey = ['users'] as const;
export const userKeys = { all: usersKey, one: (id: string) => [...usersKey, 'one', id] as const };

const filters = [
  'status',
  'profile',
  'group',
  'department',
  'position',
  'language',
  'flag',
  'factor',
  'never',
  'invited',
  'expiring',
  'unidentified',
  'removed',
  'from',
  'to',
  'custom',
] as const;
export const listOptions = { sorts: userSorts, filters, memory: 'page_user' } as const;
export const views = ['all', 'A', 'T', 'B', 'I', 'D', 'invited', 'never', 'expiring', 'unidentified', 'removed'] as const;
export type View = (typeof views)[number];

export const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | undefined =>
  known.find((each) => each === text);
const dayShape = /^\d{4}-\d\d-\d\d$/;
const idShape = /^[0-9a-f-]{36}$/;
type Values = Readonly<Record<string, string | undefined>>;

/** The view in an address; the views' parameters are mutually exclusive. */
export function getView(values: Values): View {
  const named = (['removed', 'invited', 'never', 'expiring', 'unidentified'] as const).find((each) => values[each] === '1');
  return named ?? oneOf(statuses, values.status) ?? 'all';
}

/** The endpoints' filters, read from the address; invalid values count as absent. */
export function getFilter(values: Values, search: string): Filter {
  const view = getView(values);
  const status = oneOf(statuses, view);
  const profile = oneOf(['a2m', 'master', 'admin', 'user'] as const, values.profile);
  const position = oneOf(positions, values.position);
  const language = oneOf(languages, values.language);
  const flag = oneOf(userFlags, values.flag);
  const factor = oneOf(['with', 'without'] as const, values.factor);
  return {
    ...(status ? { status } : view === 'all' ? {} : { [view]: '1' as const }),
    ...(profile ? { profile } : {}),
    ...(idShape.test(values.group ?? '') ? { group: values.group } : {}),
    ...(values.department ? { department: values.department } : {}),
    ...(position ? { position } : {}),
    ...(language ? { language } : {}),
    ...(flag ? { flag } : {}),
    ...(factor ? { factor } : {}),
    ...(dayShape.test(values.from ?? '') ? { signedFrom: values.from } : {}),
    ...(dayShape.test(values.to ?? '') ? { signedTo: values.to } : {}),
    ...(values.custom ? { custom: values.custom } : {}),
    ...(search ? { search } : {}),
  };
}

export const toInput = (list: ListRead<(typeof userSorts)[number]>): ListInput => ({
  ...inputOfList(list),
  ...getFilter(list.values, list.search),
});

export const listQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...usersKey, 'list', input],
    queryFn: ({ signal }) => call('GET /api/auth/users', input, { signal }),
  });

export const choicesQuery = queryOptions({
  queryKey: [...usersKey, 'choices'],
  queryFn: ({ signal }) => call('GET /api/auth/users/choices', {}, { signal }),
  staleTime: 60_000,
});

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: userKeys.one(id),
    queryFn: ({ signal }) => call('GET /api/auth/users/{id}', { id }, { signal }),
    staleTime: 10_000,
    retry: false,
  });

/** The list, one user (`?id=`), or a new one (`?new=1`). */
export const loadUsers: PageLoader = ({ client, values }) => {
  const { id, new: adding } = values;
  const choices = client.ensureQueryData(choicesQuery);
  if (adding === '1') return [choices];
  return [choices, id ? client.ensureQueryData(oneQuery(id)) : client.ensureQueryData(listQuery(toInput(readList(values, listOptions))))];
};
