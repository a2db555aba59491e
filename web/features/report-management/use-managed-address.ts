import { readFilters } from '../../../domain/custom-fields/filters.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import type { ListInput } from './queries.ts';
import { type View, viewOf } from './views.ts';

/** The state of the list of managed reports, read from its address. */
export function useManagedAddress() {
  const list = useListAddress({
    sorts: ['title', 'added', 'data'],
    filters: ['view', 'kind', 'group', 'subgroup', 'owner', 'custom'],
    memory: 'page_report',
  });
  const { values } = list;
  const view: View = viewOf(values.view);
  const kind: 'powerbi' | 'external' | undefined = values.kind === 'powerbi' || values.kind === 'external' ? values.kind : undefined;
  const { group, subgroup, owner } = values;
  // An invalid value counts as no filter.
  const custom = values.custom && readFilters(values.custom) ? values.custom : undefined;
  const input: ListInput = {
    page: list.page,
    size: list.size,
    ...(view === 'all' ? {} : { view }),
    ...(kind ? { kind } : {}),
    ...(group ? { group } : {}),
    ...(subgroup ? { subgroup } : {}),
    ...(owner ? { owner } : {}),
    ...(custom ? { custom } : {}),
    ...(list.search ? { search: list.search } : {}),
    ...(list.order ? { sort: list.order } : {}),
  };
  // Reordering needs the whole order in view: one group, in menu order, with nothing filtered out.
  const ordered = list.search === '' && list.sort === null && view === 'all' && !kind && !owner && !subgroup && !custom;
  return { list, view, kind, group, subgroup, owner, custom, input, ordered, orderable: ordered && group !== undefined };
}

export type ManagedAddress = ReturnType<typeof useManagedAddress>;
