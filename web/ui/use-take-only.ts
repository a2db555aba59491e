import { type KeyboardEvent, useEffect, useRef } from 'react';

type Search<T> = {
  /** What stands in the field. */
  typed: string;
  /** The suggestions are those of what stands there, not of something typed before. */
  ready: boolean;
  suggestions: readonly T[];
  take: (only: T) => void;
};

/**
 * Enter takes the only suggestion of a search, also where nobody moved to it with the arrows and where the search still runs: typing a name
 * and pressing Enter is how people expect to choose. Returns what the field does with a key.
 */
export function useTakeOnly<T>({ typed, ready, suggestions, take }: Search<T>): (event: KeyboardEvent) => void {
  const awaited = useRef(false);
  const [only, ...others] = suggestions;
  const single = others.length === 0 ? only : undefined;
  // The answer to an Enter that came before the suggestions did.
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
