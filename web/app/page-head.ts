import type { CachedTheme, Store } from './storage.ts';

type Head = { title: string; icon: HTMLLinkElement | null };

/**
 * Puts title and icon of the tenant into the page before any call (Spec 1): of this page's own theme, else of the one kept
 * from the last visit, else the product's stay.
 */
export function applyPageHead(theme: CachedTheme | null, store: Pick<Store, 'theme' | 'saveTheme'>, head: Head): Head {
  if (theme) store.saveTheme(theme);
  const shown = theme ?? store.theme();
  if (shown?.favicon && head.icon) head.icon.href = `/storage/${encodeURIComponent(shown.favicon)}`;
  return { ...head, title: shown?.title_page || head.title };
}
