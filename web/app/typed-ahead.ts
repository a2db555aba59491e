/** What is typed after the palette was asked for and before its field has the focus: its code may still be on the way. */
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
    // Letters are shortcuts of the page, and Enter would press what has the focus there.
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', onKey, true);
  // A palette whose code doesn't come leaves the keys to the page.
  const timer = setTimeout(() => takeTyping(), longestMs);
  stop = () => {
    clearTimeout(timer);
    removeEventListener('keydown', onKey, true);
    stop = null;
  };
}

/** Ends the catch and hands over what was typed. */
export function takeTyping(): string {
  stop?.();
  const text = typed;
  typed = '';
  return text;
}
