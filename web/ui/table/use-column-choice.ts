import { useState } from 'react';
import type { ColumnChoice } from './types.ts';

const key = 'bi:columns';

function readAll(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return value && typeof value === 'object' ? { ...value } : {};
  } catch {
    return {};
  }
}

const words = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);

function stored(list: string): ColumnChoice | null {
  const value = readAll()[list];
  if (!value || typeof value !== 'object') return null;
  const { order, hidden } = value as { order?: unknown; hidden?: unknown }; // because both are looked at before use
  return { order: words(order), hidden: new Set(words(hidden)) };
}

function keep(list: string, choice: ColumnChoice | null): void {
  try {
    const { [list]: _, ...others } = readAll();
    const mine = choice ? { [list]: { order: choice.order, hidden: [...choice.hidden] } } : {};
    localStorage.setItem(key, JSON.stringify({ ...others, ...mine }));
  } catch {
    // A closed storage costs only the memory of the choice.
  }
}

/** The columns of a list as this browser showed them last; null goes back to the list's own choice, which leaves out `hidden`. */
export function useColumnChoice(list: string, hidden: readonly string[] = []): [ColumnChoice, (choice: ColumnChoice | null) => void] {
  const [choice, setChoice] = useState(() => stored(list));
  const choose = (next: ColumnChoice | null) => {
    setChoice(next);
    keep(list, next);
  };
  return [choice ?? { order: [], hidden: new Set(hidden) }, choose];
}
