import { groupSorts } from '../../../domain/groups/limits.ts';
import { useListAddress } from '../../app/list-address.ts';
import { filtersOf, type Kind, type View, viewOf } from './kind.ts';
import type { ListInput } from './queries.ts';

const sorts = groupSorts.filter((column) => column !== 'position');

/** What the administration of groups shows, as its address says it. */
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
    /** The order can be changed only where all of it is in sight: the whole list, in the order of the menu, of one group. */
    orderable: whole && (kind === 'groups' || of !== undefined),
    whole,
  };
}

export type GroupsAddress = ReturnType<typeof useGroupsAddress>;
