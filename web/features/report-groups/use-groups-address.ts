import { useListAddress } from '../../app/address/list-address.ts';
import { type Kind, type View, viewOf } from './kind.ts';
import { inputOf, listOptionsOf } from './loader.ts';

/** The state of the group administration, read from its address. */
export function useGroupsAddress(kind: Kind) {
  const list = useListAddress(listOptionsOf(kind));
  const view: View = viewOf(list.values);
  const of = kind === 'subgroups' ? list.values.of : undefined;
  const whole = view === 'all' && list.search === '' && list.sort === null;
  return {
    list,
    view,
    of,
    input: inputOf(kind, list),
    /** Reordering needs the whole order in view: the complete list, in menu order, of one group. */
    orderable: whole && (kind === 'groups' || of !== undefined),
    whole,
  };
}

export type GroupsAddress = ReturnType<typeof useGroupsAddress>;
