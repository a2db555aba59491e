import type { KeyboardEvent } from 'react';
import { fold, matchesSearch } from '../../domain/text/fold.ts';

/** How long an Enter waits for the results of a running search. */
const patience = 3_000;

function getOptions(input: HTMLInputElement): HTMLElement[] {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled="true"])') ?? [])];
}

/** The only suggestion, if it contains the typed text; otherwise it may be left over from the previous search. */
function getOnly(input: HTMLInputElement): HTMLElement | undefined {
  const [only, ...others] = getOptions(input);
  return only && others.length === 0 && matchesSearch(only.textContent, input.value) ? only : undefined;
}

// Pressing a selected one would deselect it.
const take = (only: HTMLElement) => only.getAttribute('aria-selected') !== 'true' && only.click();

/** Whether Enter was pressed in a field with text whose suggestions are open, none of them highlighted. */
function isOpenEnter({ currentTarget: input, key, nativeEvent }: KeyboardEvent<HTMLInputElement>): boolean {
  const suggests = input.getAttribute('aria-controls') !== null && !input.getAttribute('aria-activedescendant');
  return key === 'Enter' && !nativeEvent.isComposing && !input.readOnly && input.value.trim() !== '' && suggests;
}

function beginningWith(input: HTMLInputElement, typed: string): HTMLElement[] {
  return getOptions(input).filter((option) => fold(option.textContent).startsWith(fold(typed)));
}

/**
 * For fields that also accept text of their own: Enter completes it to the only suggestion that begins with it, and otherwise keeps its
 * meaning.
 */
export function completeOnly(event: KeyboardEvent<HTMLInputElement>): void {
  if (!isOpenEnter(event)) return;
  const typed = event.currentTarget.value.trim();
  const [only, ...others] = beginningWith(event.currentTarget, typed);
  if (!only || others.length > 0 || only.textContent === typed) return;
  event.preventDefault();
  only.click();
}

/**
 * The same for a field of one value, where Enter on a fully typed suggestion selects it too: users expect that, not that the form is sent.
 */
export function completeValue(event: KeyboardEvent<HTMLInputElement>): void {
  if (!isOpenEnter(event)) return;
  const typed = event.currentTarget.value.trim();
  const exact = beginningWith(event.currentTarget, typed).find((option) => option.textContent === typed);
  if (exact) {
    event.preventDefault();
    exact.click();
  } else completeOnly(event);
}

/** Enter selects the only suggestion of a field, even if it is not highlighted or the search is still running. */
export function takeOnly(event: KeyboardEvent<HTMLInputElement>): void {
  if (!isOpenEnter(event)) return;
  const { currentTarget: input, nativeEvent } = event;
  nativeEvent.preventDefault();
  const now = getOnly(input);
  if (now) return void take(now);
  const over = new AbortController();
  const later = new MutationObserver(() => {
    const only = getOnly(input);
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
