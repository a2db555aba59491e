import { groupSorts } from '../../../domain/report-groups/limits.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { filtersOf, type Kind, type View, viewOf } from './kind.ts';
import type { ListInput } from './queries.ts';

const sorts = groupSorts.filter((column) => column !== 'position');

/** The state of the group administration, read from its address. */
export function useGroupsAddress(kind: Kind) {
  const list = useListAddress({
    sorts,
    filters: ['visibility', 'empty', 'of'],
    memory: kind === 'groups' ? 'page_group_report' : 'page_subgroup',
  });
  const view: View = viewOf(list.values);
  const of = kind === 'subgroups' ? list.values.of : undefined;
  const input: ListInput = {
    page: list.page,
    size: list.size,
    ...filtersOf(view),
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
    ...(of ? { group: of } : {}),
  };
  const whole = view === 'all' && list.search === '' && list.sort === null;
  return {
    list,
    view,
    of,
    input,
    /** Reordering needs the whole order in view: the complete list, in menu order, of one group. */
    orderable: whole && (kind === 'groups' || of !== undefined),
    whole,
  };
}

export type GroupsAddress = ReturnType<typeof useGroupsAddress>;
