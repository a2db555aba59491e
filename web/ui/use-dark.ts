import { useSyncExternalStore } from 'react';

// Set by the script in the page's head, and by Mantine once the portal is mounted.
const attribute = 'data-mantine-color-scheme';

// One observer for all landscapes of a page.
const listeners = new Set<() => void>();
let observer: MutationObserver | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!observer) {
    observer = new MutationObserver(() => {
      for (const each of listeners) each();
    });
    observer.observe(document.documentElement, { attributeFilter: [attribute] });
  }
  return () => void listeners.delete(listener);
}

const isDark = () => document.documentElement.getAttribute(attribute) === 'dark';

/** Whether the page is dark, by choice or by the system. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark, () => false);
}
