import { emptyRegistration, type Registration, type Step, steps } from './draft.ts';

export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type Kept = { draft: Registration; step: Step };

const sameKind = (value: unknown, like: unknown): boolean => {
  if (like === null) return value === null || typeof value === 'string' || typeof value === 'number';
  if (Array.isArray(like)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeof value === typeof like && (typeof like !== 'object' || (value !== null && !Array.isArray(value)));
};

/** The known fields of what was stored, each of its own kind; anything else is dropped. */
function shaped<T extends object>(value: unknown, like: T): T {
  const given: Record<string, unknown> = value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
  const entries = Object.entries(like).map(([key, own]) => {
    if (!(key in given) || !sameKind(given[key], own)) return [key, own];
    return [key, own && typeof own === 'object' && !Array.isArray(own) ? shaped(given[key], own) : given[key]];
  });
  return Object.fromEntries(entries) as T; // because every key of `like` is there, each of its kind
}

/** What was typed before the page was loaded anew; null when there was nothing that can be read. */
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

/** Keeps what was typed for the life of this tab, without secrets; null forgets it. */
export function writeDraft(store: TextStore, key: string, kept: Kept | null): void {
  try {
    if (!kept) {
      store.removeItem(key);
      return;
    }
    const account = { ...kept.draft.account, secret: '' };
    store.setItem(key, JSON.stringify({ ...kept, draft: { ...kept.draft, account } }));
  } catch {
    // A closed storage costs only the memory of what was typed.
  }
}
