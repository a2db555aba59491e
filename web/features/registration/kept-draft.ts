import { emptyRegistration, type Registration, type Step, steps } from './draft.ts';

export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type Kept = { draft: Registration; step: Step };

const sameKind = (value: unknown, like: unknown): boolean => {
  if (like === null) return value === null || typeof value === 'string' || typeof value === 'number';
  if (Array.isArray(like)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeof value === typeof like && (typeof like !== 'object' || (value !== null && !Array.isArray(value)));
};

/** The known fields of the stored value, each with its expected type; anything else is dropped. */
function shaped<T extends object>(value: unknown, like: T): T {
  const given: Record<string, unknown> = value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
  const entries = Object.entries(like).map(([key, own]) => {
    if (!(key in given) || !sameKind(given[key], own)) return [key, own];
    return [key, own && typeof own === 'object' && !Array.isArray(own) ? shaped(given[key], own) : given[key]];
  });
  return Object.fromEntries(entries) as T; // because every key of `like` is present with its type
}

/** Reads the draft stored before a reload; null when there is none or it is unreadable. */
export function readDraft(store: TextStore, key: string): Kept | null {
  try {
    const value: unknown = JSON.parse(store.getItem(key) ?? 'null');
    if (!value || typeof value !== 'object' || !('draft' in value)) return null;
    const step = 'step' in value ? steps.find((each) => each === value.step) : undefined;
    return { draft: shaped(value.draft, emptyRegistration), step: step ?? 'data' };
  } catch {
    return null;
  }
}

/** Stores the draft for the lifetime of this tab, without secrets; null deletes it. */
export function writeDraft(store: TextStore, key: string, kept: Kept | null): void {
  try {
    if (!kept) {
      store.removeItem(key);
      return;
    }
    const account = { ...kept.draft.account, secret: '' };
    store.setItem(key, JSON.stringify({ ...kept, draft: { ...kept.draft, account } }));
  } catch {
    // Unavailable storage only loses the stored draft.
  }
}
