import { useSyncExternalStore } from 'react';

// Set by the script in the page's head, and by Mantine once the portal stands.
const attribute = 'data-mantine-color-scheme';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [attribute] });
  return () => observer.disconnect();
}

const isDark = () => document.documentElement.getAttribute(attribute) === 'dark';

/** Tells whether the page is shown dark, by choice or by the system. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, isDark, () => false);
}
