import type { KeyboardEvent } from 'react';
import { matchesSearch } from '../../domain/text/fold.ts';

/** How long an Enter waits for the suggestions of a search that is still on its way. */
const patience = 3_000;

/** The only suggestion, if it holds what was typed: one that doesn't may be left from the search before. */
function onlyOf(input: HTMLInputElement): HTMLElement | undefined {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const [only, ...others] = list?.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled="true"])') ?? [];
  return only && others.length === 0 && matchesSearch(only.textContent, input.value) ? only : undefined;
}

// One that is chosen already would be taken away by a press.
const take = (only: HTMLElement) => only.getAttribute('aria-selected') !== 'true' && only.click();

/** Enter takes the only suggestion of a field that suggests, also where nobody moved to it with the arrows and where the search still runs. */
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
