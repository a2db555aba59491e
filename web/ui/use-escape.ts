import { type KeyboardEvent, useEffect, useEffectEvent } from 'react';

/** The layers that are open, the topmost last. */
const layers: symbol[] = [];

/**
 * Returns the key handler of a layer. Escape closes only the layer that has focus: Mantine's own listener is on the window, where a
 * confirmation opened by a drawer would be answered by the same key press. An open list inside the layer handles the key first. While the
 * focus is on the page behind, as the layer opens or when what had the focus is gone, the topmost one is closed.
 */
export function useEscape(opened: boolean, close: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  const answer = useEffectEvent(close);
  useEffect(() => {
    if (!opened) return;
    const layer = Symbol();
    layers.push(layer);
    const listen = ({ key, isComposing, target }: globalThis.KeyboardEvent) => {
      const isBehind = target instanceof Element && !target.closest('[data-portal]');
      if (key === 'Escape' && !isComposing && isBehind && layers.at(-1) === layer) answer();
    };
    window.addEventListener('keydown', listen);
    return () => {
      window.removeEventListener('keydown', listen);
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [opened]);
  return (event) => {
    const { target, currentTarget, key, nativeEvent } = event;
    if (key !== 'Escape' || nativeEvent.isComposing || !(target instanceof Element) || !currentTarget.contains(target)) return;
    const listIsOpen = target.getAttribute('aria-expanded') === 'true' && target.getAttribute('aria-haspopup') !== null;
    if (listIsOpen) return;
    event.stopPropagation();
    close();
  };
}
