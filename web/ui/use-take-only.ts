import { type KeyboardEvent, useEffect, useRef } from 'react';

type Search<T> = {
  /** The text in the field. */
  typed: string;
  /** Whether the suggestions belong to the current text, not to an earlier one. */
  ready: boolean;
  suggestions: readonly T[];
  take: (only: T) => void;
};

/**
 * Enter selects the only suggestion of a search, even if it is not highlighted or the search is still running: users expect to type a name
 * and press Enter. Returns the field's key handler.
 */
export function useTakeOnly<T>({ typed, ready, suggestions, take }: Search<T>): (event: KeyboardEvent) => void {
  const awaited = useRef(false);
  const [only, ...others] = suggestions;
  const single = others.length === 0 ? only : undefined;
  // Handles an Enter that came before the suggestions.
  useEffect(() => {
    if (!awaited.current || !ready) return;
    awaited.current = false;
    if (single !== undefined) take(single);
  });
  return (event) => {
    awaited.current = false;
    if (event.key !== 'Enter' || typed.trim() === '' || event.currentTarget.getAttribute('aria-activedescendant')) return;
    event.preventDefault();
    if (!ready) awaited.current = true;
    else if (single !== undefined) take(single);
  };
}
