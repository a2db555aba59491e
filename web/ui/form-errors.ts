import { type RefObject, useEffect, useState } from 'react';

const INVALID = '[aria-invalid="true"]:not([type="hidden"])';

/**
 * After a refused submit, moves the focus to the first wrong field and counts them all.
 * Call `check()` after validating; fields say that they are wrong by `aria-invalid`, as every Mantine input with an error does.
 */
export function useFormErrors(form: RefObject<HTMLElement | null>): { count: number; check: () => void; clear: () => void } {
  const [count, setCount] = useState(0);
  const [checks, setChecks] = useState(0);
  // The errors are in the page only after the next rendering.
  useEffect(() => {
    if (checks === 0) return;
    const wrong = form.current?.querySelectorAll<HTMLElement>(INVALID) ?? [];
    setCount(wrong.length);
    wrong[0]?.focus();
    // From then on the count follows what is mended.
    const observer = new MutationObserver(() => setCount(form.current?.querySelectorAll(INVALID).length ?? 0));
    if (form.current) observer.observe(form.current, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
    return () => observer.disconnect();
  }, [checks, form]);
  return { count, check: () => setChecks((done) => done + 1), clear: () => setCount(0) };
}

/** Moves the focus to the first wrong field of the page, once the tab that holds it has come. */
export function focusFirstWrong(until = performance.now() + 3000): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`#main ${INVALID}`);
    if (field) field.focus();
    else if (performance.now() < until) focusFirstWrong(until);
  });
}
