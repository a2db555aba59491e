import type { KeyboardEvent } from 'react';

/**
 * Closes only the layer that has focus. Mantine's own listener is on the window, where a confirmation opened by a
 * drawer would be answered by the same key press. An open list inside the layer handles the key first.
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
