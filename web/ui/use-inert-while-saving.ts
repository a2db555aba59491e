import { type RefObject, useLayoutEffect } from 'react';

/**
 * Blocks typing while the form is being saved: input would be lost with the form or end up on a version the user has not seen. The field
 * that had focus gets it back if the form stays.
 */
export function useInertWhileSaving(fields: RefObject<HTMLElement | null>, saving: boolean): void {
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
