import { useEffect, useSyncExternalStore } from 'react';

export type Crumb = { label: string; href?: string };

let trail: readonly Crumb[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly Crumb[]): void {
  trail = next;
  for (const listener of listeners) listener();
}

/** Sets the breadcrumb, from the outermost level to the page itself; the shell shows it and titles the tab after the last item. */
export function useBreadcrumb(crumbs: readonly Crumb[] | null): void {
  const key = crumbs && JSON.stringify(crumbs);
  useEffect(() => {
    // Null: the surrounding page sets the breadcrumb.
    if (key === null) return;
    publish(JSON.parse(key));
    return () => publish([]);
  }, [key]);
}

export const useTrail = (): readonly Crumb[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => trail,
    () => trail,
  );
