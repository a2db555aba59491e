import { type RefObject, useEffect, useState } from 'react';

const INVALID = '[aria-invalid="true"]:not([type="hidden"])';

/**
 * After a refused submit, focuses the first invalid field and counts them all.
 * Call `check()` after validating; invalid fields have `aria-invalid`, as every Mantine input with an error does.
 */
export function useFormErrors(form: RefObject<HTMLElement | null>): { count: number; check: () => void; clear: () => void } {
  const [count, setCount] = useState(0);
  const [checks, setChecks] = useState(0);
  // The errors are in the page only after the next render.
  useEffect(() => {
    if (checks === 0) return;
    const wrong = form.current?.querySelectorAll<HTMLElement>(INVALID) ?? [];
    setCount(wrong.length);
    wrong[0]?.focus();
    // Afterwards the count updates as fields are fixed.
    const observer = new MutationObserver(() => setCount(form.current?.querySelectorAll(INVALID).length ?? 0));
    if (form.current) observer.observe(form.current, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
    return () => observer.disconnect();
  }, [checks, form]);
  return { count, check: () => setChecks((done) => done + 1), clear: () => setCount(0) };
}

/** Focuses what the selector finds, once the tab that holds it has rendered. */
export function focusOnceThere(selector: string, until = performance.now() + 3000): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(selector);
    if (field) field.focus();
    else if (performance.now() < until) focusOnceThere(selector, until);
  });
}

/** Focuses the first invalid field of the page. */
export const focusFirstWrong = (): void => focusOnceThere(`#main ${INVALID}`);
