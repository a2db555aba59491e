import { readFilters } from '../../../domain/custom-fields/filters.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { listOptions, toInput } from './loader.ts';
import { getView, type View } from './views.ts';

/** The state of the list of managed reports, read from its address. */
export function useManagedAddress() {
  const list = useListAddress(listOptions);
  const { values } = list;
  const view: View = getView(values.view);
  // An invalid value counts as no filter.
  const input = toInput(list, values.custom && readFilters(values.custom) ? values.custom : undefined);
  const { kind, group, subgroup, owner, custom } = input;
  // Reordering needs the whole order in view: one group, in menu order, with nothing filtered out.
  const ordered = list.search === '' && list.sort === null && view === 'all' && !kind && !owner && !subgroup && !custom;
  return { list, view, kind, group, subgroup, owner, custom, input, ordered, orderable: ordered && group !== undefined };
}

export type ManagedAddress = ReturnType<typeof useManagedAddress>;
