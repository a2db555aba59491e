import { type RefObject, useEffect } from 'react';

/**
 * Restores focus to where it was when a layer opened, also when the layer was mounted open or unmounts with its page. If focus has moved
 * elsewhere by then, it stays there.
 */
export function useReturnFocus(opened: boolean, layer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!opened) return;
    const before = document.activeElement;
    return () => {
      const left = layer.current;
      setTimeout(() => {
        const now = document.activeElement;
        const lost = now === null || now === document.body || Boolean(left?.contains(now));
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    };
  }, [opened, layer]);
}
