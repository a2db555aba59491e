import { useState } from 'react';

export type ListLayout = 'cards' | 'list';

const key = 'bi:reports-layout';

function stored(): ListLayout {
  try {
    return localStorage.getItem(key) === 'list' ? 'list' : 'cards';
  } catch {
    return 'cards';
  }
}

/** Cards or list, as last chosen in this browser. */
export function useLayout(): [ListLayout, (layout: ListLayout) => void] {
  const [layout, setLayout] = useState(stored);
  const choose = (next: ListLayout) => {
    setLayout(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Unavailable storage only loses the choice.
    }
  };
  return [layout, choose];
}
