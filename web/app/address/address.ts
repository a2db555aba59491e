import { useParams, useRouter, useRouterState } from '@tanstack/react-router';
import { useRef } from 'react';

/** A change of search parameters; null removes one. */
export type SearchChange = Record<string, string | null | undefined>;

/** Applies a change to a query string and keeps the order of the other parameters. */
export function changedSearch(search: string, change: SearchChange): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Plain text in the address: no quotes around numbers, and reading returns what was written. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));
export function stringifySearch(search: Record<string, unknown>): string {
  const words = Object.entries(search).map(
    ([name, value]) => [name, value === undefined || value === null ? null : String(value)] as const,
  );
  return changedSearch('', Object.fromEntries(words));
}

/** The `{id}` of the address, '' where the route has none. */
export function usePathId(): string {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  return params.id ?? '';
}

export const usePathname = (): string => useRouterState({ select: (state) => state.location.pathname });

/** The search parameters of the address as plain strings. */
export function useSearchValues(): Record<string, string | undefined> {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  return parseSearch(text);
}

/** The same, but of this page alone: while the next page loads, the address is already that page's. */
export function useOwnSearchValues(): Record<string, string | undefined> {
  const path = usePathname();
  const values = useSearchValues();
  const own = useRef({ path, values });
  if (own.current.path === path) own.current = { path, values };
  return own.current.values;
}

/** Changes search parameters and keeps the others; `replace` adds no history entry (typing in a search field). */
export function useSetSearch(): (change: SearchChange, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return (change, { replace = false } = {}) => {
    const { pathname, search, hash } = history.location;
    const href = `${pathname}${changedSearch(search, change)}${hash}`;
    if (replace) history.replace(href);
    else history.push(href);
  };
}

/** Navigates to a path of the portal from code; in markup use `UiLink`. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return (href, { replace = false } = {}) => (replace ? history.replace(href) : history.push(href));
}
