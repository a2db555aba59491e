import type { KeyboardEvent } from 'react';
import { matchesSearch } from '../../domain/text/fold.ts';

/** How long an Enter waits for the results of a running search. */
const patience = 3_000;

/** The only suggestion, if it contains the typed text; otherwise it may be left over from the previous search. */
function onlyOf(input: HTMLInputElement): HTMLElement | undefined {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const [only, ...others] = list?.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled="true"])') ?? [];
  return only && others.length === 0 && matchesSearch(only.textContent, input.value) ? only : undefined;
}

// Pressing a selected one would deselect it.
const take = (only: HTMLElement) => only.getAttribute('aria-selected') !== 'true' && only.click();

/** Enter selects the only suggestion of a field, even if it is not highlighted or the search is still running. */
export function takeOnly({ currentTarget: input, key, nativeEvent }: KeyboardEvent<HTMLInputElement>): void {
  const suggests = input.getAttribute('aria-controls') && !input.getAttribute('aria-activedescendant');
  if (key !== 'Enter' || nativeEvent.isComposing || input.readOnly || input.value.trim() === '' || !suggests) return;
  nativeEvent.preventDefault();
  const now = onlyOf(input);
  if (now) return void take(now);
  const over = new AbortController();
  const later = new MutationObserver(() => {
    const only = onlyOf(input);
    if (!only) return;
    over.abort();
    take(only);
  });
  const timer = setTimeout(() => over.abort(), patience);
  over.signal.addEventListener('abort', () => {
    later.disconnect();
    clearTimeout(timer);
  });
  for (const name of ['keydown', 'blur']) input.addEventListener(name, () => over.abort(), { signal: over.signal });
  later.observe(document.body, { childList: true, subtree: true });
}
