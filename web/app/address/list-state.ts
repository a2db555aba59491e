import { useState } from 'react';
import type { ListAddress } from './list-address.ts';

/** What a list needs of its address, or of a state of its own. */
export type ListState = Pick<ListAddress, 'sort' | 'onSort' | 'search' | 'onSearch' | 'clear' | 'page' | 'paging'> & {
  change: (next: { page: string }, how?: { replace?: boolean }) => void;
};

/** Search and page of a list inside a tab or drawer, whose address belongs to the page around it. */
export function useListState(size: number): ListState {
  const [{ search, page }, setState] = useState({ search: '', page: 1 });
  const find = (text: string) => setState({ search: text, page: 1 });
  const turn = (next: number) => setState((before) => ({ ...before, page: next }));
  return {
    search,
    page,
    sort: null,
    onSort: () => undefined,
    onSearch: find,
    clear: () => find(''),
    change: (next) => turn(Number(next.page)),
    paging: (answer) =>
      answer && answer.total > size
        ? { page, pages: answer.pages, size, total: answer.total, totalIsExact: answer.totalIsExact, onPage: turn }
        : null,
  };
}
