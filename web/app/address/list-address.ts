import { pageSizes } from '../../../domain/contract/page-sizes.ts';
import type { Paging, Sort } from '../../ui/table/types.ts';
import { type PageName, store } from '../session/storage.ts';
import { type SearchChange, useSearchValues, useSetSearch } from './address.ts';

export type PageSize = (typeof pageSizes)[number];
const defaultPageSize: PageSize = 25;

type Values = Readonly<Record<string, string | undefined>>;
export type ListAddressOptions<Column extends string> = {
  /** The columns the endpoint sorts by; other values in the address are ignored. */
  sorts: readonly Column[];
  /** The parameters of this list's own filters. */
  filters: readonly string[];
  /** Where bi:page remembers the page (Spec 3); a list that it does not name starts at its first page. */
  memory?: PageName;
};

const isPageSize = (value: number): value is PageSize => pageSizes.some((size) => size === value);

/** Reads search, order and size of a list from the search parameters; invalid values count as absent. */
export function readListAddress<Column extends string>(values: Values, { sorts, filters }: ListAddressOptions<Column>) {
  const asked = values.sort ?? '';
  const column = sorts.find((name) => name === asked.replace(/^-/, ''));
  const sort: Sort | null = column ? { column, direction: asked.startsWith('-') ? 'desc' : 'asc' } : null;
  const search = values.search ?? '';
  const size = Number(values.size);
  return {
    search,
    sort,
    /** The sort order as the endpoints expect it: `column` or `-column`. */
    // because it is one of `sorts`, with or without a minus
    order: (column ? asked : undefined) as Column | `-${Column}` | undefined,
    size: isPageSize(size) ? size : defaultPageSize,
    /** The page in the address. A filtered list starts at its first page, whatever page was remembered. */
    page: values.page ?? (search || sort || filters.some((name) => values[name]) ? '1' : undefined),
    filtered: search !== '' || filters.some((name) => values[name]),
  };
}

/** The same with the page, which is also remembered in bi:page; the address wins. */
export function readList<Column extends string>(values: Values, options: ListAddressOptions<Column>) {
  const { page: asked, ...read } = readListAddress(values, options);
  const page = options.memory ? Number(store.page(options.memory, asked)) : Math.max(1, Math.trunc(Number(asked)) || 1);
  return { ...read, page, values };
}
export type ListRead<Column extends string> = ReturnType<typeof readList<Column>>;

/** What every list's endpoint takes from its address. */
export const inputOfList = <Column extends string>({ page, size, search, order }: Omit<ListRead<Column>, 'values'>) => ({
  page,
  size,
  ...(search ? { search } : {}),
  ...(order ? { sort: order } : {}),
});

/** The same for the file of a list, which has all of its pages. */
export function withoutPage<Input extends { page?: unknown; size?: unknown }>({ page: _, size: __, ...filter }: Input) {
  return filter;
}

const dayShape = /^\d{4}-\d\d-\d\d$/;
/** The dates of an address (`from`, `to`); an invalid date counts as absent. */
export function getDays(values: Values): { from?: string; to?: string } {
  const { from = '', to = '' } = values;
  return { ...(dayShape.test(from) ? { from } : {}), ...(dayShape.test(to) ? { to } : {}) };
}

/** The next order when a column head is pressed: ascending, descending, then the list's default order. */
export function nextOrder(current: Sort | null, pressed: Sort): string | undefined {
  if (current?.column === pressed.column && current.direction === 'desc') return undefined;
  return pressed.direction === 'desc' ? `-${pressed.column}` : pressed.column;
}

/** The list's state is in the address: search, filters, order, page and size. */
export function useListAddress<Column extends string>(options: ListAddressOptions<Column>) {
  const values = useSearchValues();
  const change = useSetSearch();
  const read = readList(values, options);
  const { page } = read;
  /** Changes filters or order and goes back to the first page. */
  const refine = (next: SearchChange, how?: { replace?: boolean }) => change({ ...next, page: undefined }, how);
  const none = Object.fromEntries(options.filters.map((name) => [name, undefined]));
  const known = ['search', 'sort', ...options.filters];
  return {
    ...read,
    change,
    refine,
    onSearch: (text: string) => refine({ search: text || undefined }, { replace: true }),
    onSort: (pressed: Sort) => refine({ sort: nextOrder(read.sort, pressed) }, { replace: true }),
    clear: () => refine({ ...none, search: undefined, saved: undefined }),
    /** The current filters and order, as a saved view stores them. */
    // Absent ones are left out.
    words: Object.fromEntries(known.flatMap((name) => (values[name] ? [[name, values[name]]] : []))) as Record<string, string>,
    /** The address change that applies other filters and order; parameters this list does not know are ignored. */
    inOtherWords: (words: Readonly<Record<string, string>>): SearchChange => ({
      ...Object.fromEntries(known.map((name) => [name, words[name]])),
      page: undefined,
    }),
    /** The pagination of the list for an API response. */
    paging: (answer: { pages: number; total: number; totalIsExact: boolean } | undefined): Paging | null =>
      answer
        ? {
            page,
            pages: answer.pages,
            size: read.size,
            total: answer.total,
            totalIsExact: answer.totalIsExact,
            onPage: (next) => change({ page: String(next) }),
            sizes: pageSizes,
            onSize: (size) => refine({ size: size === defaultPageSize ? undefined : String(size) }, { replace: true }),
          }
        : null,
  };
}
export type ListAddress<Column extends string = string> = ReturnType<typeof useListAddress<Column>>;
