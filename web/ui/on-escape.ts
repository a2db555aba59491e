import type { KeyboardEvent } from 'react';

/**
 * Closes the layer that has the focus, and only that one. Mantine's own listener sits on the window, where a question asked by a
 * drawer would answer itself with the same key press. An open list inside the layer takes the key first.
 */
export function onEscape(close: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const { target, currentTarget, key, nativeEvent } = event;
    if (key !== 'Escape' || nativeEvent.isComposing || !(target instanceof Element) || !currentTarget.contains(target)) return;
    const listIsOpen = target.getAttribute('aria-expanded') === 'true' && target.getAttribute('aria-haspopup') !== null;
    if (listIsOpen) return;
    event.stopPropagation();
    close();
  };
}
