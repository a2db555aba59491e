/** Where Enter opens the first result: on this page, or in a new tab with Ctrl or Cmd. */
export type Enter = 'here' | 'newTab';
/** What was typed, and whether Enter followed it. */
export type TypedAhead = { text: string; enter: Enter | null };

/** Keys typed between opening the palette and its field getting focus, while its code may still be loading. */
let typed = '';
let enter: Enter | null = null;
const longestMs = 5_000;
let stop: (() => void) | null = null;

export function catchTyping(): void {
  stop?.();
  typed = '';
  enter = null;
  const onKey = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey || event.isComposing || (isCommand && event.key !== 'Enter')) return;
    if (event.key === 'Enter') enter = typed.trim() === '' ? null : isCommand ? 'newTab' : 'here';
    else if (event.key === 'Escape') return void takeTyping();
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else return;
    // As in the field, Enter means the text before it.
    if (event.key !== 'Enter') enter = null;
    // Otherwise letters would trigger shortcuts, and Enter would press the focused control.
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', onKey, true);
  // If the palette's code does not arrive, the page gets its keys back.
  const timer = setTimeout(() => takeTyping(), longestMs);
  stop = () => {
    clearTimeout(timer);
    removeEventListener('keydown', onKey, true);
    stop = null;
  };
}

/** Stops capturing and returns what was typed. */
export function takeTyping(): TypedAhead {
  stop?.();
  const ahead = { text: typed, enter };
  typed = '';
  enter = null;
  return ahead;
}
