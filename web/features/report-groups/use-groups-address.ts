import { useListAddress } from '../../app/address/list-address.ts';
import { getView, type Kind, type View } from './kind.ts';
import { getListOptions, toInput } from './loader.ts';

/** The state of the group administration, read from its address. */
export function useGroupsAddress(kind: Kind) {
  const list = useListAddress(getListOptions(kind));
  const view: View = getView(list.values);
  const of = kind === 'subgroups' ? list.values.of : undefined;
  const whole = view === 'all' && list.search === '' && list.sort === null;
  return {
    list,
    view,
    of,
    input: toInput(kind, list),
    /** Reordering needs the whole order in view: the complete list, in menu order, of one group. */
    orderable: whole && (kind === 'groups' || of !== undefined),
    whole,
  };
}

export type GroupsAddress = ReturnType<typeof useGroupsAddress>;
