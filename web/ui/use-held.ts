import { type RefObject, useLayoutEffect } from 'react';

/**
 * Takes no typing while the form's save runs: what came then would be lost with the form or lie over a version that nobody has seen. The field
 * that had the focus gets it back where the form stays.
 */
export function useHeld(fields: RefObject<HTMLElement | null>, saving: boolean): void {
  useLayoutEffect(() => {
    const area = fields.current;
    if (!saving || !area) return;
    const had = document.activeElement;
    area.inert = true;
    return () => {
      area.inert = false;
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && had instanceof HTMLElement && area.contains(had)) had.focus({ preventScroll: true });
    };
  }, [fields, saving]);
}
