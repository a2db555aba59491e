/** Keys typed between opening the palette and its field getting focus, while its code may still be loading. */
let typed = '';
const longestMs = 5_000;
let stop: (() => void) | null = null;

export function catchTyping(): void {
  stop?.();
  typed = '';
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key.length === 1) typed += event.key;
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key === 'Escape') return void takeTyping();
    else if (event.key !== 'Enter') return;
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

/** Stops capturing and returns the typed text. */
export function takeTyping(): string {
  stop?.();
  const text = typed;
  typed = '';
  return text;
}
