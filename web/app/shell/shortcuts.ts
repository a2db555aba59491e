import { useEffect, useRef } from 'react';
import { mayUseSingleKey } from '../../ui/shortcuts.ts';

/** A key press; the browser's event fits. */
export type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/** Time within which the second key of a pair such as `g h` must follow. */
export const pairTimeMs = 1200;

/** Names a key press: 'mod+k', 'alt+ArrowLeft', 'f', '?'. Shift is part of the character, except for keys without one. */
export function getName({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string {
  const character = key.length === 1;
  const name = character ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${shiftKey && !character ? 'shift+' : ''}${name}`;
}

/** Keys that type text: ignored while the user types, and can be switched off. */
export const isLetterKey = (combination: string): boolean => combination.split(' ').every((part) => part.length === 1);

type Binding = { combination: string; run: (event: Press) => void };

/** Registry of key bindings; of two for the same keys the later wins, as the upper layer of the page. */
export function createShortcuts() {
  const bindings: Binding[] = [];
  let pending: { name: string; at: number } | null = null;
  const find = (combination: string) => bindings.findLast((binding) => binding.combination === combination);
  return {
    add(binding: Binding): () => void {
      bindings.push(binding);
      return () => void bindings.splice(bindings.indexOf(binding), 1);
    },
    /** Runs the binding of a key press and returns whether there was one. `letters`: whether single letters may act now. */
    press(event: Press, letters: boolean, now: number): boolean {
      const name = getName(event);
      const pair = pending && now - pending.at <= pairTimeMs ? `${pending.name} ${name}` : null;
      pending = null;
      const found = (pair && find(pair)) || find(name);
      if (found && (letters || !isLetterKey(found.combination))) {
        found.run(event);
        return true;
      }
      if (letters && bindings.some(({ combination }) => combination.startsWith(`${name} `))) pending = { name, at: now };
      return false;
    },
  };
}

const shortcuts = createShortcuts();
let listening = false;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.key === 'Unidentified') return;
  if (shortcuts.press(event, mayUseSingleKey(event), performance.now())) event.preventDefault();
}

/** Starts listening, once for the life of the page. */
export function listenToShortcuts(): void {
  if (listening) return;
  listening = true;
  document.addEventListener('keydown', onKeyDown);
}

/** Binds keys while the component is mounted: 'mod+k', 'alt+ArrowRight', 'f', '?', 'g h'. The last binding of the same keys wins. */
export function useShortcut(combination: string, run: (event: Press) => void, { enabled = true }: { enabled?: boolean } = {}): void {
  const latest = useRef(run);
  // A key runs what the page last showed, not what a discarded render would have.
  useEffect(() => {
    latest.current = run;
  });
  // The bindings are external to React.
  useEffect(() => {
    if (!enabled) return;
    return shortcuts.add({ combination, run: (event) => latest.current(event) });
  }, [combination, enabled]);
}
