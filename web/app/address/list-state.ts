import { useState } from 'react';
import { type ListAddress, nextOrder, readListAddress } from './list-address.ts';

/** What a list needs of its address, or of a state of its own. */
export type ListState = Pick<ListAddress, 'sort' | 'onSort' | 'search' | 'onSearch' | 'clear' | 'page' | 'paging'> & {
  change: (next: { page: string }, how?: { replace?: boolean }) => void;
};

/** Search, order and page of a list inside a tab or drawer, whose address belongs to the page around it. */
export function useListState<Column extends string>(size: number, sorts: readonly Column[]) {
  const [{ search, order, page }, setState] = useState<{ search: string; order: string | undefined; page: number }>({
    ...{ search: '', order: undefined, page: 1 },
  });
  const refine = (next: { search?: string; order?: string | undefined }) => setState((before) => ({ ...before, ...next, page: 1 }));
  const turn = (next: number) => setState((before) => ({ ...before, page: next }));
  const read = readListAddress({ search, sort: order }, { sorts, filters: [] });
  const state: ListState = {
    search,
    page,
    sort: read.sort,
    onSort: (pressed) => refine({ order: nextOrder(read.sort, pressed) }),
    onSearch: (text) => refine({ search: text }),
    clear: () => refine({ search: '' }),
    change: (next) => turn(Number(next.page)),
    paging: (answer) =>
      answer && answer.total > size
        ? { page, pages: answer.pages, size, total: answer.total, totalIsExact: answer.totalIsExact, onPage: turn }
        : null,
  };
  /** What the list's endpoint takes; the export takes `narrowed`. */
  const narrowed = { ...(search ? { search } : {}), ...(read.order ? { sort: read.order } : {}) };
  return { ...state, narrowed, input: { ...narrowed, page, size } };
}
