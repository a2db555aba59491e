import type { KeyValue } from './key-value.ts';

/**
 * While a tab acts in another user's account, its session, configuration and landing flag are stored per tab; everything else stays per
 * browser.
 */
const actingKey = 'bi:act';
const tabKeys: readonly string[] = ['bi:cache', 'bi:config', 'bi:page', 'bi:afterLogin'];
const inTab = (key: string) => `${actingKey}:${key}`;

export type Acting = { person: string; back: string };

/** This tab's storage; an empty one when it is unavailable. */
export function tabStorage(): KeyValue {
  try {
    const storage = globalThis.sessionStorage;
    storage.getItem(actingKey);
    return storage;
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  }
}

export function readActing(tab: KeyValue): Acting | null {
  try {
    const value: unknown = JSON.parse(tab.getItem(actingKey) ?? 'null');
    if (!value || typeof value !== 'object' || !('person' in value) || !('back' in value)) return null;
    return { person: String(value.person), back: String(value.back) };
  } catch {
    return null;
  }
}

export const beginActing = (tab: KeyValue, acting: Acting): void => tab.setItem(actingKey, JSON.stringify(acting));

export function forgetActing(tab: KeyValue): void {
  tab.removeItem(actingKey);
  for (const key of tabKeys) tab.removeItem(inTab(key));
}

/** Overlays the tab's own values on the browser's storage while the tab acts in another user's account. */
export function withTab(browser: KeyValue, tab: () => KeyValue): KeyValue {
  const storageFor = (key: string): [KeyValue, string] => {
    const own = tab();
    return tabKeys.includes(key) && own.getItem(actingKey) !== null ? [own, inTab(key)] : [browser, key];
  };
  return {
    getItem(key) {
      const [place, name] = storageFor(key);
      return place.getItem(name);
    },
    setItem(key, value) {
      const [place, name] = storageFor(key);
      place.setItem(name, value);
    },
    removeItem(key) {
      const [place, name] = storageFor(key);
      place.removeItem(name);
    },
  };
}
