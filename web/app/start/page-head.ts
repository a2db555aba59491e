import type { CachedTheme, Store } from '../session/storage.ts';

type Head = { title: string; icon: HTMLLinkElement | null };

/**
 * Sets the tenant's title and icon before any call (Spec 1): from this page's theme, else from the one cached at the
 * last visit; otherwise the product's stay.
 */
export function applyPageHead(theme: CachedTheme | null, store: Pick<Store, 'theme' | 'saveTheme'>, head: Head): Head {
  if (theme) store.saveTheme(theme);
  const shown = theme ?? store.theme();
  if (shown?.favicon && head.icon) head.icon.href = `/storage/${encodeURIComponent(shown.favicon)}`;
  return { ...head, title: shown?.title_page || head.title };
}
