import { queryOptions } from '@tanstack/react-query';
import { groupSorts } from '../../../domain/report-groups/limits.ts';
import { inputOfList, type ListRead, readList } from '../../app/address/list-address.ts';
import { type CallInput, type CallOutput, call } from '../../app/data/api.ts';
import type { PageLoader } from '../../app/routes/page-loader.ts';
import { getView, type Kind, toFilters } from './kind.ts';

export type ListInput = Omit<CallInput<'GET /api/auth/{kind}'>, 'kind'>;
export type ListAnswer = CallOutput<'GET /api/auth/{kind}'>;
type Values = Readonly<Record<string, string | undefined>>;

export const groupKeys = {
  all: ['groups'] as const,
  lists: (kind: Kind) => ['groups', kind, 'list'] as const,
  list: (kind: Kind, input: ListInput) => ['groups', kind, 'list', input] as const,
};

const sorts = groupSorts.filter((column) => column !== 'position');
export const getKind = ({ tab }: Values): Kind => (tab === 'subgroups' ? 'subgroups' : 'groups');
export const getListOptions = (kind: Kind) => ({
  sorts,
  filters: ['visibility', 'empty', 'of'],
  memory: kind === 'groups' ? ('page_group_report' as const) : ('page_subgroup' as const),
});

export function toInput(kind: Kind, list: ListRead<(typeof sorts)[number]>): ListInput {
  const { of } = list.values;
  return { ...inputOfList(list), ...toFilters(getView(list.values)), ...(kind === 'subgroups' && of ? { group: of } : {}) };
}

export const listQuery = (kind: Kind, input: ListInput) =>
  queryOptions({
    queryKey: groupKeys.list(kind, input),
    queryFn: ({ signal }) => call('GET /api/auth/{kind}', { kind, ...input }, { signal }),
  });

export const loadGroups: PageLoader = ({ client, values }) => {
  const kind = getKind(values);
  return [client.ensureQueryData(listQuery(kind, toInput(kind, readList(values, getListOptions(kind)))))];
};
